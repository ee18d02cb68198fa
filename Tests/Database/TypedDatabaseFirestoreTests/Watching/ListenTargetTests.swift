import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct ListenTargetTests {
    private let root = DocumentRoot(project: "demo", database: "(default)")
    private let layout = DocumentLayout(collections: ["users", "users/<userId>/pets"])

    private func target(
        _ place: TreePlace, _ selection: TreeSelection = .all
    ) throws -> ListenTarget {
        try ListenTarget(place, selection, layout)
    }

    @Test func placesInADocumentShareItsTarget() throws {
        let ann = ListenTarget(["users", "ann"], .one)
        for place in [
            ["users", "ann"], ["users", "ann", "name"], ["users", "ann", "address", "city"],
        ] as [TreePlace] {
            #expect(try target(place) == ann)
            #expect(try target(place, TreeSelection(limit: .last(1))) == ann)
        }
        #expect(try target(["users", "ann", "pets", "rex"]) != ann)
    }

    @Test func selectionsThatNeedAllDocumentsShareATarget() throws {
        let users = ListenTarget(["users"], .all)
        #expect(try target(["users"]) == users)
        // There is no descending order of names, and children without the value come first.
        #expect(try target(["users"], TreeSelection(limit: .last(2))) == users)
        #expect(
            try target(["users"], TreeSelection(order: .child(["age"]), limit: .first(2))) == users)
        #expect(try target(["users"], TreeSelection(order: .child(["age"]))) == users)
    }

    @Test func aSelectionIsAQuery() throws {
        let first = try target(["users"], TreeSelection(limit: .first(2)))
        let last = try target(["users"], TreeSelection(order: .child(["age"]), limit: .last(2)))
        #expect(first != last)
        for target in [first, last] {
            guard case .found = target.documents else {
                Issue.record("\(target)")
                continue
            }
        }
    }

    @Test func theRootIsNoTarget() throws {
        #expect { try target(.root) } throws: { error in
            (error as? TreeDatabaseError)?.kind == .unsupported
        }
        #expect(throws: TreeDatabaseError.self) { try target(["rooms"]) }
    }

    @Test func requestsAreJSON() throws {
        let database = #""database":"projects/demo/databases/(default)""#
        let documents = "projects/demo/databases/(default)/documents"
        #expect(ListenRequest.remove(2).json(root) == "{\(database),\"removeTarget\":2}")
        #expect(
            ListenRequest.add(2, try target(["users", "a\"é"]), resumeToken: nil).json(root)
                == #"{\#(database),"addTarget":{"targetId":2,"documents":{"documents":["\#(documents)/users/a\"é"]}}}"#
        )
        #expect(
            ListenRequest.add(4, try target(["users", "ann", "pets"]), resumeToken: "CgkI=")
                .json(root)
                == #"{\#(database),"addTarget":{"targetId":4,"query":{"parent":"\#(documents)/users/ann","structuredQuery":{"from":[{"collectionId":"pets"}]}},"resumeToken":"CgkI="}}"#
        )
    }
}
