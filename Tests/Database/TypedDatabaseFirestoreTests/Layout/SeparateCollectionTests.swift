import DatabaseTransport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirestore

/// Models with a key whose data are in a collection of their own, below the document.
@Suite struct SeparateCollectionTests {
    private static let time = "2026-01-01T00:00:00Z"

    /// Answers each read with one document, and each commit.
    private let transport = RecordingTransport { request, _ in
        let name = "projects/demo/databases/(default)/documents/lists/l1"
        let fields = #"{"name":{"stringValue":"Food"}}"#
        let document = #"{"name":"\#(name)","fields":\#(fields),"updateTime":"\#(Self.time)"}"#
        return switch request.url.split(separator: ":").last {
        case "batchGet": .response(200, #"[{"found":\#(document)}]"#)
        case "runQuery": .response(200, #"[{"document":\#(document)}]"#)
        default: .response(200, #"{"commitTime":"\#(Self.time)"}"#)
        }
    }

    private let list = Path<Root>.lists.child("l1")

    private func database(_ transport: any HTTPTransport) throws -> TreeDatabase {
        let layout = DocumentLayout(collections: ["lists", "lists/<listId>/items"])
        return TreeDatabase(try FirestoreEngine.faked(transport, layout: layout))
    }

    private func expectRefusal(
        _ remedy: String, _ location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        let error = await #expect(throws: TreeDatabaseError.self, sourceLocation: location) {
            try await body()
        }
        #expect(
            error?.kind == .unsupported && error?.place == ["lists", "l1", "items"]
                && error?.message.contains(remedy) == true, "\(error as Any)",
            sourceLocation: location)
    }

    @Test func aTransactionDoesNotTakeACollectionForEmpty() async throws {
        let database = try database(transport)
        await expectRefusal("read the collection at its own path") {
            try await database.transaction(at: list, as: WholeList.self) { list in
                if let count = list?.items.count { list?.count = count }
            }
        }
        await expectRefusal("read the collection at its own path") {
            try await database.transaction { transaction in
                let whole = try await transaction.value(at: list, as: OptionalItems.self)
                transaction.set(ListInfo(name: "", count: whole?.items?.count ?? 0), at: list)
            }
        }
        #expect(transport.takeMethods().allSatisfy { $0 == "batchGet" })
    }

    @Test func aReadDoesNotTakeACollectionForEmpty() async throws {
        let database = try database(transport)
        await expectRefusal("read the collection at its own path") {
            _ = try await database.value(at: list, as: WholeList.self)
        }
        await expectRefusal("read the collection at its own path") {
            _ = try await database.value(at: Path<Root>.lists, as: [String: OptionalItems].self)
        }
        let children = try await database.children(of: Path<Root>.lists).get()
        await expectRefusal("read the collection at its own path") {
            _ = try children[0].decoded(as: WholeList.self)
        }
    }

    @Test func aWatchDoesNotTakeACollectionForEmpty() async throws {
        let server = FakeWebChannel()
        server.commit([["lists", "l1"]: ["name": "Food"]])
        let database = try database(server)
        await expectRefusal("read the collection at its own path") {
            for try await _ in database.snapshots(at: list, as: WholeList.self) { return }
        }
        for try await children in database.children(of: Path<Root>.lists).snapshots() {
            #expect(try children[0].value == ListInfo(name: "Food"))
            await expectRefusal("read the collection at its own path") {
                _ = try children[0].decoded(as: OptionalItems.self)
            }
            return
        }
    }

    /// Written with the document, they would be lost; an empty one would leave the collection.
    @Test func aCollectionIsNotWrittenWithItsDocument() async throws {
        let database = try database(transport)
        let whole = Path<Root>.wholeLists.child("l1")
        for items in [[:], ["i1": "Bread"]] {
            let value = WholeList(name: "Food", items: items)
            await expectRefusal("write the collection's elements at their own paths") {
                try await database.set(value, at: whole)
            }
            await expectRefusal("write the collection's elements at their own paths") {
                try await database.merge(value, into: whole)
            }
        }
        #expect(transport.takeMethods().isEmpty)
    }

    /// The root can't be read, and a document's value hasn't the documents below it.
    @Test func aCheckReadsAllCollections() async throws {
        var checks = DataChecks()
        checks.add("lists/<listId>", ListInfo.self)
        checks.add("lists/<listId>/items/<itemId>", ListInfo.self)
        checks.add("rooms/<roomId>/name", String.self)
        let transport = RecordingTransport { request, _ in
            let body = String(decoding: request.body ?? [], as: UTF8.self)
            let url = request.url.split(separator: "/documents")
            let above = url.count > 1 ? url[1].prefix { $0 != ":" } : ""
            func document(_ place: String, _ fields: String) -> String {
                let name = "projects/demo/databases/(default)/documents/\(place)"
                return #"{"name":"\#(name)","fields":\#(fields),"updateTime":"\#(Self.time)"}"#
            }
            let room = document(
                "rooms/r1", #"{"name":{"stringValue":"x"},"n":{"integerValue":"1"}}"#)
            if body.contains("startAt") { return .response(200, "[{}]") }
            if request.url.hasSuffix(":batchGet") {
                return .response(200, #"[{"found":\#(room)}]"#)
            }
            if body.contains(#""items""#) {
                let item = document(
                    "lists\(above.dropFirst(6))/items/i1", #"{"name":{"integerValue":"1"}}"#)
                return .response(200, #"[{"document":\#(item)}]"#)
            }
            if body.contains(#""rooms""#) { return .response(200, #"[{"document":\#(room)}]"#) }
            let list = document("lists/l1", #"{"name":{"stringValue":"Food"}}"#)
            return .response(200, #"[{"document":\#(list)}]"#)
        }
        let layout = DocumentLayout(collections: ["lists", "lists/<listId>/items", "rooms"])
        let database = TreeDatabase(try FirestoreEngine.faked(transport, layout: layout))
        let report = try await database.check(checks)
        #expect(report.checkedCount == 3, "\(report)")
        #expect(
            report.problems.map(\.examples) == [
                [["lists", "l1", "items", "i1", "name"]], [["rooms", "r1", "n"]],
            ], "\(report)")
    }

    @Test func aTypeWithoutTheKeyIsReadAndWritten() async throws {
        let database = try database(transport)
        let info = try await database.transaction(at: list) { $0?.count = 3 }
        #expect(info == ListInfo(name: "Food", count: 3))
        #expect(try await database.value(at: list, as: TreeValue.self) == ["name": "Food"])
        #expect(try await database.value(at: list, as: [String: String].self) == ["name": "Food"])
    }
}

private struct WholeList: Codable {
    var name: String
    var count: Int?
    var items: [String: String]
}

private struct OptionalItems: Codable {
    var name: String
    var items: [String: String]?
}

private struct ListInfo: Codable, Equatable {
    var name: String
    var count: Int?
}

extension Path<Root> {
    fileprivate static var lists: Path<ListInfo>.Collection { append(Path(), "lists") }
    fileprivate static var wholeLists: Path<WholeList>.Collection { append(Path(), "lists") }
}
