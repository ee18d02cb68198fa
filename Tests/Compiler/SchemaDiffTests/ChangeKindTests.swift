import Foundation
import SchemaDiff
import Testing

/// Each kind of change is found where it happens.
@Suite struct ChangeKindTests {
    static let examples: [(kind: ChangeKind, old: String, new: String)] = [
        (.added, #"{"a": "Int"}"#, #"{"a": "Int", "b": "Int"}"#),
        (
            .addedToModel, #"{"m": {"$type": "M", "a": "Int"}}"#,
            #"{"m": {"$type": "M", "a": "Int", "b": "Int"}}"#
        ),
        (
            .addedOfYours, #"{"m": {"$type": "M", "a": "Int"}}"#,
            #"{"m": {"$type": "M", "a": "Int", "b": "B"}}"#
        ),
        (.removed, #"{"a": "Int", "b": "Int"}"#, #"{"a": "Int"}"#),
        (
            .removedFromModel, #"{"m": {"$type": "M", "a": "Int", "b": "Int"}}"#,
            #"{"m": {"$type": "M", "a": "Int"}}"#
        ),
        (
            .removedOfYours, #"{"m": {"$type": "M", "a": "Int", "b": "B"}}"#,
            #"{"m": {"$type": "M", "a": "Int"}}"#
        ),
        (.renamed, #"{"a": "Int"}"#, #"{"b": {"$type": "Int", "$was": ["c", "a"]}}"#),
        (.valuesRead, #"{"a": "A"}"#, #"{"a": {"$type": "A", "b": "B"}}"#),
        (.valuesReadOtherwise, #"{"a": "Int"}"#, #"{"a": "Date"}"#),
        (.valuesUnknown, #"{"a": "A"}"#, #"{"a": "B"}"#),
        (.valuesRefused, #"{"a": "Int"}"#, #"{"a": {"b": "Int"}}"#),
        (.reshaped, #"{"a": "[Int]"}"#, #"{"a": {"b": "Int"}}"#),
        (.optional, #"{"a": "Int"}"#, #"{"a": "Int?"}"#),
        (
            .optionalInModel, #"{"m": {"$type": "M", "a": "Int"}}"#,
            #"{"m": {"$type": "M", "a": "Int?"}}"#
        ),
        (.required, #"{"a": "A?"}"#, #"{"a": "A"}"#),
        (
            .requiredInModel, #"{"m": {"$type": "M", "a": "Int?"}}"#,
            #"{"m": {"$type": "M", "a": "Int"}}"#
        ),
        (
            .presenceUnknown, #"{"m": {"$type": "M", "n": {"$type": "N", "a": "Int"}}}"#,
            #"{"m": {"$type": "M", "n": {"$type": "N", "a": "Int?"}}}"#
        ),
        (.modelAdded, #"{"m": {"a": "Int"}}"#, #"{"m": {"$type": "M", "a": "Int"}}"#),
        (.modelRemoved, #"{"m": {"$type": "M", "a": "Int"}}"#, #"{"m": {"a": "Int"}}"#),
        (.fieldsRead, #"{"m": {"$type": "M", "a": "Int"}}"#, #"{"m": {"<id>": "Int"}}"#),
        (.keysRead, #"{"a": {"<id>": "Int"}}"#, #"{"a": {"<id: Substring>": "Int"}}"#),
        (.keysUnknown, #"{"a": {"<id>": "Int"}}"#, #"{"a": {"<id: ID>": "Int"}}"#),
        (
            .keysRefused, #"{"a": {"b": "Int", "<id>": "Int"}}"#,
            #"{"a": {"b": "Int", "<id: Int>": "Int"}}"#
        ),
        (.indexAdded, #"{"a": {"<id>": "A"}}"#, #"{"a": {"$index": "b", "<id>": "A"}}"#),
        (
            .indexRemoved, #"{"a": {"$index": ["b", "c"], "<id>": "A"}}"#,
            #"{"a": {"$index": "b", "<id>": "A"}}"#
        ),
        (.memberRemoved, #"{"a": {"$index": "b", "<id>": "A"}}"#, #"{"a": {"<id>": "A"}}"#),
        (
            .deprecatedMemberRemoved, #"{"a": {"$type": "A", "$deprecated": "x"}, "b": "B"}"#,
            #"{"b": "B"}"#
        ),
        (.memberRenamed, #"{"a": "A"}"#, #"{"a": {"$type": "A", "$member": "b"}}"#),
        (.memberRetyped, #"{"a": {"<b>": "A"}}"#, #"{"a": "A"}"#),
        (.typeRenamed, #"{"a": {"b": "B"}}"#, #"{"a": {"$name": "C", "b": "B"}}"#),
        (.accessLowered, #"{"$options": {"access": "public"}, "a": "A"}"#, #"{"a": "A"}"#),
        (.optionChanged, #"{"a": "A"}"#, #"{"$options": {"root": "Chat"}, "a": "A"}"#),
        (.deprecated, #"{"a": "A"}"#, #"{"a": {"$type": "A", "$deprecated": "x"}}"#),
        (
            .databaseChanged, #"{"a": {"<id>": {"b": "Int"}}}"#,
            #"{"$options": {"firestore": true}, "a": {"<id>": {"b": "Int"}}}"#
        ),
        (
            .documentsMoved,
            #"{"$options": {"firestore": true}, "a": {"<id>": {"b": {"$firestore": "map", "<b>": "B"}}}}"#,
            #"{"$options": {"firestore": true}, "a": {"<id>": {"b": {"$firestore": "subcollection", "<c>": "B"}}}}"#
        ),
        (
            .timestampsChanged,
            #"{"$options": {"firestore": true}, "a": {"<id>": {"$type": "A", "b": "Int"}}}"#,
            #"{"$options": {"firestore": true}, "a": {"<id>": {"$type": "A", "b": "Int", "c": "Date?"}}}"#
        ),
    ]

    @Test(arguments: examples)
    func kindIsFound(kind: ChangeKind, old: String, new: String) throws {
        #expect(try diff(old, new).changes.map(\.kind).contains(kind))
        #expect(try diff(old, old).changes == [])
    }

    @Test func eachKindHasAnExample() {
        #expect(Self.examples.map(\.kind) == ChangeKind.allCases)
    }

    /// A type's members are compared once, however often the type recurs.
    @Test func treesThatRecurAreComparedOnce() throws {
        let old = #"{"a": {"<id>": {"$name": "C", "b": "Int", "c": {"<id>": "C"}}}, "d": "C"}"#
        let changes = try diff(old, old.replacingOccurrences(of: "Int", with: "Double")).changes
        #expect(Set(changes.map(\.path)) == ["a/<id>/b"])
    }

    private static let inModels: [(old: String, new: String, expected: [String])] = [
        (#""Code?""#, #""Code""#, ["breaking data"]),
        (#""Code""#, #""Code?""#, ["breaking clients"]),
        (#""Code?""#, #""String""#, ["breaking data", "dangerous rules"]),
        (#""String?""#, #""Code""#, ["breaking data"]),
        (#""Page<Code>?""#, #""Page<Code>""#, ["breaking data"]),
        // Nothing is stored of what is empty.
        (#""[Code]?""#, #""[Code]""#, []),
        (#""[Code?]""#, #""[Code]""#, []),
        (#""[Key: Code]?""#, #""[Key: Code]""#, []),
        (#""Set<Code>?""#, #""Set<Code>""#, []),
        (#""KeySet<Key>?""#, #""KeySet<Key>""#, []),
        (#""KeySet<Key>""#, #""KeySet<Key>?""#, []),
        (
            #"{"$type": "N?", "a": "Int"}"#, #"{"$type": "N", "a": "Int"}"#,
            ["breaking data", "dangerous rules"]
        ),
        (#"{"$type": "N", "a": "Int"}"#, #"{"$type": "N?", "a": "Int"}"#, ["breaking clients"]),
        (#"{"$type": "N?", "a": "Code"}"#, #"{"$type": "N", "a": "Code"}"#, ["breaking data"]),
        (#""N?""#, #"{"$type": "N", "a": "Int"}"#, ["breaking data", "dangerous rules"]),
        (#"{"$type": "N", "a": "Int"}"#, #""N?""#, ["breaking clients"]),
        (#""N""#, #"{"$type": "N", "a": "Code"}"#, []),
        (#"{"$type": "N?", "a": "Int"}"#, #"{"$type": "N?", "a": "Int?"}"#, ["breaking clients"]),
    ]

    /// A question mark says that a value may be missing, whatever the type.
    @Test(arguments: inModels)
    func questionMarksDecideWhetherAModelNeedsAChild(
        old: String, new: String, expected: [String]
    ) throws {
        let schema = { (child: String) in #"{"m": {"$type": "M", "b": "Int", "a": \#(child)}}"# }
        let changes = try diff(schema(old), schema(new)).changes.filter {
            [.breaking, .dangerous].contains($0.severity)
                && [.optionalInModel, .requiredInModel, .optional, .required].contains($0.kind)
                && $0.audience != .source
        }
        #expect(
            changes.map { "\($0.severity) \($0.audience.map { "\($0)" } ?? "")" } == expected)
    }

    /// Removed and added children of one shape are a possible rename if no others have that shape.
    @Test(arguments: [
        (#"{"a": "Int"}"#, #"{"b": "Int"}"#, ["a b"]), (#"{"a": "Int"}"#, #"{"b": "Bool"}"#, []),
        (#"{"a": "Int"}"#, #"{"b": "Int", "c": "Int"}"#, []),
        (#"{"a": "Int", "d": "Bool"}"#, #"{"b": "Int", "c": "Bool"}"#, ["a b", "d c"]),
        (#"{"a": {"<x>": {"b": "B"}}}"#, #"{"c": {"<y>": {"b": "B"}}}"#, ["a c"]),
        (#"{"a": {"<x>": {"b": "B"}}}"#, #"{"c": {"<y: Int>": {"b": "B"}}}"#, []),
        (#"{"a": "Int"}"#, #"{"b": {"$type": "Int", "$was": "a"}}"#, []),
    ])
    func renamesAreSuggested(old: String, new: String, expected: [String]) throws {
        let renames = try diff(old, new).possibleRenames
        #expect(renames.map { "\($0.oldKey) \($0.newKey)" } == expected)
    }
}
