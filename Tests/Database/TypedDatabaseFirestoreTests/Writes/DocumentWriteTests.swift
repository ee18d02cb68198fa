import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct DocumentWriteTests {
    private let root = DocumentRoot(project: "p", database: "d")

    private func json(
        _ edits: [TreeEdit], _ conditions: [TreePlace: Commit.Condition] = [:]
    ) throws -> String {
        let writes = try DocumentWrite.writes(of: edits, .shapes)
        let commit = Commit(writes: writes, conditions: conditions)
        return String(decoding: commit.json(root, .shapes), as: UTF8.self)
            .replacing(root.name, with: "D")
    }

    private func set(_ place: TreePlace, _ value: TreeValue?, at times: [TreePlace] = [])
        -> TreeEdit
    {
        TreeEdit(place, .set(PendingValue(value, serverTimes: times)))
    }

    @Test func aDocumentHasOneWrite() throws {
        #expect(
            try json([
                set(["all", "a", "x"], 1), set(["all", "a", "y", "z"], nil),
                TreeEdit(["all", "a", "n"], .increment(0.5)),
                set(["all", "a", "t"], ["s": "x"], at: [["at"]]),
            ])
                == #"{"writes":[{"update":{"name":"D/all/a","fields":{"#
                + #""t":{"mapValue":{"fields":{"s":{"stringValue":"x"}}}},"x":{"integerValue":"1"}}},"#
                + #""updateMask":{"fieldPaths":["x","y.z","t"]},"updateTransforms":["#
                + #"{"fieldPath":"n","increment":{"doubleValue":0.5}},"#
                + #"{"fieldPath":"t.at","setToServerValue":"REQUEST_TIME"}]}]}"#)
    }

    @Test func aDocumentIsReplacedOrRemoved() throws {
        #expect(
            try json([set(["all", "a"], ["x": 1])])
                == #"{"writes":[{"update":{"name":"D/all/a","fields":{"x":{"integerValue":"1"}}}}]}"#
        )
        #expect(try json([set(["all", "a"], nil)]) == #"{"writes":[{"delete":"D/all/a"}]}"#)
        #expect(
            try json([set(["all", "a", "below", "b"], nil, at: [["at"]])])
                == #"{"writes":[{"update":{"name":"D/all/a/below/b","fields":{}},"#
                + #""updateTransforms":[{"fieldPath":"at","setToServerValue":"REQUEST_TIME"}]}]}"#)
    }

    @Test func removalsMakeNoDocument() throws {
        #expect(
            try json([set(["all", "a", "x"], nil)])
                == #"{"writes":[{"update":{"name":"D/all/a","fields":{}},"#
                + #""updateMask":{"fieldPaths":["x"]},"currentDocument":{"exists":true}}]}"#)
    }

    @Test func conditionsAreOnWritesOrAlone() throws {
        #expect(
            try json(
                [set(["all", "a"], nil)],
                [["all", "a"]: .updateTime("T"), ["all", "b"]: .isMissing])
                == #"{"writes":[{"delete":"D/all/a","currentDocument":{"updateTime":"T"}},"#
                + #"{"verify":"D/all/b","currentDocument":{"exists":false}}]}"#)
    }

    @Test(
        arguments: [
            (.root, ["all": ["a": ["x": 1]]], .unsupported, "root"),
            (.root, nil, .unsupported, "root"),
            (["other"], nil, .unsupported, "no collection \"other\""),
            (["all"], ["a": ["x": 1]], .unsupported, "as a whole"),
            (["all"], nil, .unsupported, "keys(of:)"),
            (["all", "a"], "text", .unsupported, "has fields"),
            (["all", "a"], ["below": ["b": ["x": 1]]], .unsupported, "their own places"),
            (["all", "__a__", "x"], 1, .invalidKey, "two underscores"),
            (["all", "a", "x"], ["__b__": 1], .invalidKey, "two underscores"),
            (["all", "a", "at"], .integer(.max), .invalidValue, "years 1 to 9999"),
            (
                TreePlace(["all", "a"] + (0..<21).map { "\($0)" }), 1, .invalidValue,
                "at most 20 keys deep"
            ),
            (
                ["all", "a", "x"], deep(20), .invalidValue, "at most 20 keys deep"
            ),
            (
                ["all", "a", TreeKey(String(repeating: "x", count: 768))],
                [TreeKey(String(repeating: "y", count: 768)): 1], .invalidKey, "1500 bytes"
            ),
            (
                ["all", "a", "x"], .string(String(repeating: "x", count: 1 << 20)), .tooLarge,
                "1048576 bytes"
            ),
        ] as [(TreePlace, TreeValue?, TreeDatabaseError.Kind, String)])
    func whatFirestoreCannotStoreIsAnError(
        place: TreePlace, value: TreeValue?, kind: TreeDatabaseError.Kind, words: String
    ) {
        let error = #expect(throws: TreeDatabaseError.self) { try json([set(place, value)]) }
        #expect(error?.kind == kind)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.place.map { place.contains($0) || $0.contains(place) } == true)
    }

    private static func deep(_ depth: Int) -> TreeValue {
        (0..<depth).reduce(1) { value, _ in ["x": value] }
    }

    @Test(
        arguments: [
            (TreeEdit(["all", "a"], .increment(1)), "a number"),
            (TreeEdit(["all"], .increment(1)), "as a whole"),
            (TreeEdit(["all", "a", "at"], .increment(1)), "can't add to"),
            (
                TreeEdit(["all", "a"], .set(PendingValue(nil, serverTimes: [.root]))), "a time"
            ),
            (
                TreeEdit(["all", "a"], .set(PendingValue(nil, serverTimes: [["below", "x"]]))),
                "their own places"
            ),
        ])
    func documentsAreNoNumbersOrTimes(edit: TreeEdit, words: String) {
        let error = #expect(throws: TreeDatabaseError.self) { try json([edit]) }
        #expect(error?.kind == .unsupported)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func aDocumentHasAtMost500Transforms() throws {
        let edits = { (count: Int) in
            (0..<count).map { TreeEdit(["all", "a", "n", "\($0)"], .increment(1)) }
        }
        _ = try json(edits(500))
        #expect(throws: TreeDatabaseError.self) { try json(edits(501)) }
    }
}
