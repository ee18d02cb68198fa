import SchemaDiff
import Testing

/// Changes of what is a document, and of what is a timestamp, in Firestore.
@Suite struct DocumentComparisonTests {
    private static func changes(_ old: String, _ new: String) throws -> [String] {
        func schema(_ children: String) -> String {
            #"{"$options": {"firestore": true}, "a": {"<b>": {\#(children)}}}"#
        }
        return try diff(schema(old), schema(new)).changes
            .filter { [.documentsMoved, .timestampsChanged].contains($0.kind) }
            .map { "\($0.severity) \($0.audience?.rawValue ?? "") \($0.path) \($0.summary)" }
    }

    @Test(arguments: [
        (#""c": {"<d>": {"e": "Int"}}"#, #""c": {"<d>": "Int"}"#, "subcollection → map"),
        (#""c": {"<d>": "Bool"}"#, #""c": {"<x>": {"e": "Int"}}"#, "map → subcollection"),
        (
            #""c": {"$firestore": "map", "<d>": "D"}"#,
            #""c": {"$firestore": "subcollection", "<d>": "D"}"#, "map → subcollection"
        ),
    ])
    func mapsAndSubcollectionsAreBreaking(old: String, new: String, summary: String) throws {
        #expect(
            try Self.changes(old, new) == [
                "breaking data a/<b>/c \(summary)", "breaking clients a/<b>/c \(summary)",
            ])
    }

    @Test(arguments: [
        (#""c": "Int""#, #""c": "Date""#, "number → timestamp"),
        (#""c": "Date?""#, #""c": "Int""#, "timestamp → number"),
        (#""c": "ServerTime", "d": "Int""#, #""c": "Double", "d": "Int""#, "timestamp → number"),
    ])
    func timestampsAreDangerous(old: String, new: String, summary: String) throws {
        #expect(
            try Self.changes(old, new) == [
                "dangerous data a/<b>/c \(summary)", "dangerous clients a/<b>/c \(summary)",
            ])
    }

    @Test func datesThatAModelMayHaveHadAreDangerous() throws {
        let changes = try Self.changes(
            #""c": {"$type": "C", "d": "Int"}"#, #""c": {"$type": "C", "d": "Int", "e": "Date"}"#)
        #expect(changes.count == 2 && changes[0].hasSuffix("a/<b>/c/e number → timestamp"))
    }

    @Test(arguments: [
        (#""c": {"<d>": {"e": "Int"}}"#, #""c": {"<x>": {"e": "Int"}}"#),
        (#""c": "Int""#, #""c": "Int", "d": "Date", "e": {"<f>": {"g": "Date"}}"#),
        (#""c": "Date", "d": {"<e>": {"f": "Int"}}, "g": "Int""#, #""g": "Int""#),
        (#""c": "Date""#, #""c": "ServerTime""#),
    ])
    func otherChangesMoveNothing(old: String, new: String) throws {
        #expect(try Self.changes(old, new) == [])
    }

    @Test func theOptionMovesEverything() throws {
        let schema = #"{"a": {"<b>": {"c": "Date", "d": {"<e>": {"f": "Int"}}}}}"#
        let other = schema.replacing("{\"a\"", with: #"{"$options": {"firestore": true}, "a""#)
        let added = try diff(schema, other).changes
        #expect(added.map(\.kind) == [.databaseChanged, .databaseChanged])
        let removed = try diff(other, schema).changes
        #expect(removed.map(\.kind) == [.databaseChanged, .databaseChanged, .memberRemoved])
        #expect(removed.last?.names == ["documents"])
    }
}
