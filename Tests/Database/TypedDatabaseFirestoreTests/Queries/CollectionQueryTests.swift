import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct CollectionQueryTests {
    private let root = DocumentRoot(project: "p", database: "d")

    private func json(
        _ selection: TreeSelection, of collection: TreePlace = ["all"], isOfKeys: Bool = false
    ) throws -> String {
        let query = try CollectionQuery(
            selection, of: collection, .shapes, isOfKeys: isOfKeys)
        return String(decoding: query.query.json(root), as: UTF8.self)
            .replacing(#"{"from":[{"collectionId":"all"}]"#, with: "{")
            .replacing(root.name, with: "D")
    }

    private func bound(_ value: TreeValue?, _ key: TreeKey? = nil, isInclusive: Bool = true)
        -> TreeSelection.Bound
    {
        TreeSelection.Bound(.value(value, key), isInclusive: isInclusive)
    }

    @Test func allDocumentsHaveNoOrder() throws {
        #expect(try json(.all) == "{}")
        #expect(try json(TreeSelection(order: .child(["n"]))) == "{}")
        #expect(
            try json(.all, of: ["all", "a b", "below"]) == #"{"from":[{"collectionId":"below"}]}"#)
        #expect(
            try json(.all, isOfKeys: true)
                == #"{"select":{"fields":[{"fieldPath":"__name__"}]},"from":[{"collectionId":"all"}]}"#
        )
    }

    @Test func boundsByChildAreCursors() throws {
        let order =
            #","orderBy":[{"field":{"fieldPath":"n"},"direction":"ASCENDING"},"#
            + #"{"field":{"fieldPath":"__name__"},"direction":"ASCENDING"}]"#
        #expect(
            try json(
                TreeSelection(
                    order: .child(["n"]), lower: bound(1), upper: bound("x", isInclusive: false),
                    limit: .first(3)))
                == "{\(order)"
                + #","startAt":{"values":[{"integerValue":"1"}],"before":true}"#
                + #","endAt":{"values":[{"stringValue":"x"}],"before":true},"limit":4}"#)
        #expect(
            try json(
                TreeSelection(order: .child(["n"]), lower: bound(1, "a", isInclusive: false)))
                == "{\(order)"
                + #","startAt":{"values":[{"integerValue":"1"},{"referenceValue":"D/all/a"}],"#
                + #""before":false}}"#)
    }

    @Test func theLastAreTheFirstOfTheOppositeOrder() throws {
        let order =
            #","orderBy":[{"field":{"fieldPath":"n"},"direction":"DESCENDING"},"#
            + #"{"field":{"fieldPath":"__name__"},"direction":"DESCENDING"}]"#
        #expect(
            try json(TreeSelection(order: .child(["n"]), limit: .last(2)))
                == "{\(order),\"limit\":3}")
        #expect(
            try json(
                TreeSelection(
                    order: .child(["n"]), lower: bound(1), upper: bound(2), limit: .last(2)))
                == "{\(order)"
                + #","startAt":{"values":[{"integerValue":"2"}],"before":true}"#
                + #","endAt":{"values":[{"integerValue":"1"}],"before":false},"limit":3}"#)
    }

    @Test func timesAreComparedWithTimes() throws {
        let json = try json(TreeSelection(order: .child(["at"]), lower: bound(1000)))
        #expect(json.contains(#"{"timestampValue":"1970-01-01T00:00:01Z"}"#))
        // Firestore has no such time.
        #expect(
            try self.json(TreeSelection(order: .child(["at"]), lower: bound(.integer(.max))))
                == "{}")
    }

    @Test func boundsByKeyAreNames() throws {
        let key = { (key: TreeKey, isInclusive: Bool) in
            TreeSelection.Bound(.key(key), isInclusive: isInclusive)
        }
        let order = #","orderBy":[{"field":{"fieldPath":"__name__"},"direction":"ASCENDING"}]"#
        #expect(
            try json(TreeSelection(lower: key("a", false), limit: .first(2)))
                == "{\(order)"
                + #","startAt":{"values":[{"referenceValue":"D/all/a"}],"before":false},"limit":2}"#
        )
        #expect(
            try json(TreeSelection(upper: key("a", true)))
                == "{\(order)"
                + #","endAt":{"values":[{"referenceValue":"D/all/a"}],"before":false}}"#)
        // Keys that Firestore orders otherwise.
        for odd in ["1", "-7", "\u{E000}", "😀"] as [TreeKey] {
            #expect(try json(TreeSelection(lower: key(odd, true), limit: .first(2))) == "{}")
        }
    }

    @Test func documentsCannotBeOrderedByTheirCollections() throws {
        let error = #expect(throws: TreeDatabaseError.self) {
            try json(TreeSelection(order: .child(["below", "x"]), lower: bound(1)))
        }
        #expect(error?.kind == .unsupported)
        #expect(throws: TreeDatabaseError.self) {
            try json(TreeSelection(order: .child(["__x__"]), lower: bound(1)))
        }
    }

    // MARK: - Answers

    private func isComplete(
        _ selection: TreeSelection, _ documents: [(TreeKey, TreeValue?)]
    ) throws -> Bool {
        try CollectionQuery(selection, of: ["all"], .shapes)
            .isComplete(
                documents.map { key, n in
                    FoundDocument(key: key, value: n.map { ["n": $0, "x": 1] })
                })
    }

    @Test func anAnswerIsCompleteIfTheNextDocumentDiffers() throws {
        let first = TreeSelection(order: .child(["n"]), lower: bound(0), limit: .first(2))
        #expect(try isComplete(first, []))
        #expect(try isComplete(first, [("a", 1), ("b", 1)]))
        #expect(try isComplete(first, [("a", 1), ("b", 1), ("c", 2)]))
        // Of the same value; their names are in order.
        #expect(try isComplete(first, [("a", 1), ("b", 2), ("c", 2)]))
        // An integer's name isn't.
        #expect(try !isComplete(first, [("a", 1), ("10", 2), ("b", 2)]))
        #expect(try isComplete(first, [("10", 1), ("9", 2), ("b", 3)]))
        // Children are ordered by key, not by their contents, and texts by UTF-16.
        #expect(try !isComplete(first, [("a", 1), ("b", ["x": 1]), ("c", ["x": 2])]))
        #expect(try !isComplete(first, [("a", 1), ("b", "\u{E000}"), ("c", "😀")]))
    }

    @Test func theLastMayBeOnesWithoutTheValue() throws {
        let last = TreeSelection(order: .child(["n"]), limit: .last(2))
        #expect(try isComplete(last, [("c", 3), ("b", 2), ("a", 1)]))
        #expect(try isComplete(last, [("c", 3), ("b", 2)]))
        #expect(try !isComplete(last, [("c", 3)]))
        #expect(try !isComplete(last, []))
        var bounded = last
        bounded.lower = bound(0)
        #expect(try isComplete(bounded, [("c", 3)]))
        #expect(try isComplete(bounded, []))
    }

    @Test func keysAreCompleteUnlessTheyAreIntegers() throws {
        let first = TreeSelection(limit: .first(2))
        #expect(try isComplete(first, [("a", 1), ("b", 1)]))
        #expect(try isComplete(first, [("1", 1)]))
        #expect(try !isComplete(first, [("1", 1), ("b", 1)]))
        // A document without fields is nothing, so there may be another one.
        #expect(try !isComplete(first, [("a", 1), ("b", nil)]))
    }
}
