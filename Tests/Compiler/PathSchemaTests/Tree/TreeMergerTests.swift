import PathSchema
import Testing

/// Several files that describe one database.
@Suite struct TreeMergerTests {
    @Test(arguments: [
        [#"{"a": {"b": "B"}}"#, #"{"a": {"c": "C"}, "d": "D"}"#],
        [#"{"a": {"<id>": {"b": "B"}}}"#, #"{"a": {"<key>": {"c": "C"}}}"#],
        [#"{"a": {"<id>": "B"}}"#, #"{"a": {"c": "C"}}"#, #"{"a": {"d": "C"}}"#],
        [#"{"a": "A"}"#, #"{"a": {"$type": "A"}}"#],
        [#"{"a": "A"}"#, #"{"a": {"$type": "A", "b": "B"}}"#],
        [
            #"{"$options": {"access": "public"}, "a": "A"}"#,
            #"{"$options": {"access": "public"}, "b": "B"}"#,
        ],
        [#"{"a": {"$name": "X", "b": "B"}}"#, #"{"a": {"$name": "X", "c": "C"}}"#],
        [#"{"<id>": "A"}"#, #"{"b": "B"}"#],
    ])
    func filesAddToEachOther(schemas: [String]) {
        #expect(briefFindings(schemas.map { Array($0.utf8) }) == [])
    }

    private static let agreement =
        " | several files can add children to a node if they agree on its type"

    @Test(arguments: [
        (
            #"{"a": "A"}"#, #"{"a": "B"}"#,
            "2:1:3-4 'a' is 'B' here, and 'A' in another file | 1:1:3-4 the other file describes it here"
                + agreement
        ),
        (
            #"{"a": {"b": "B"}}"#, #"{"a": "A"}"#,
            "2:1:3-4 'a' is 'A' here, and a branch in another file | 1:1:3-4 the other file describes it here"
                + agreement
        ),
        (
            #"{"a": {"<id>": "B"}}"#, #"{"a": "A"}"#,
            "2:1:3-4 'a' is 'A' here, and a collection in another file | 1:1:3-4 the other file describes it here"
                + agreement
        ),
        (
            #"{"a": {"$type": "X", "b": "B"}}"#, #"{"a": {"$type": "Y", "c": "C"}}"#,
            "2:1:3-4 'a' is 'Y' here, and 'X' in another file | 1:1:3-4 the other file describes it here"
                + agreement
        ),
        (
            #"{"a": {"<id: X>": "B"}}"#, #"{"a": {"<id>": "B"}}"#,
            "2:1:9-13 the keys are of type 'String' here, and of type 'X' in another file | 1:1:9-16 the other one is here"
        ),
        (
            #"{"$options": {"access": "public"}, "a": "A"}"#,
            #"{"$options": {"access": "package"}, "b": "B"}"#,
            #"2:1:26-33 the option "access" is 'public' in another file | 1:1:26-32 the other one is here"#
        ),
        (
            #"{"a": {"$name": "X", "b": "B"}}"#, #"{"a": {"$name": "Y", "c": "C"}}"#,
            #"2:1:18-19 "$name" is different in another file | 1:1:18-19 the other one is here"#
        ),
        (
            #"{"$doc": "X", "a": "A"}"#, #"{"$doc": "Y", "b": "B"}"#,
            #"2:1:11-12 "$doc" is different in another file | 1:1:11-12 the other one is here"#
        ),
    ])
    func contradictionIsShownInBothFiles(first: String, second: String, finding: String) {
        #expect(briefFindings(first, second) == [finding])
        #expect(briefFindings(second, first).count == 1)
    }

    /// In either order, and whichever stage finds the contradiction.
    @Test(arguments: [
        (#"{ "theme": "Theme" }"#, #"{ "theme": { "dark": "Bool" } }"#),
        (#"{ "first-name": "String" }"#, #"{ "first_name": "String" }"#),
        (#"{ "user": { "name": "String" } }"#, #"{ "users": { "<id>": { "name": "String" } } }"#),
        (#"{ "theme": { "dark": "Bool" } }"#, #"{ "current": "Theme" }"#),
        (#"{ "a": { "$name": "A", "x": "Int" } }"#, #"{ "b": { "$name": "A", "y": "Int" } }"#),
    ])
    func contradictionIsOneFindingThatNamesBothFiles(first: String, second: String) {
        for findings in [briefFindings(first, second), briefFindings(second, first)] {
            #expect(findings.count == 1)
            #expect(findings[0].contains(/\b1:1:/) && findings[0].contains(/\b2:1:/))
        }
    }

    @Test func eachFileHasItsOwnErrors() {
        #expect(
            placesAndMessages(#"{"a": 1}"#, "", #"{"b": ]"#) == [
                "1:1:7-8 a number can't be a node of a schema",
                "2:1:1-1 the schema is empty; expected a JSON object, as in { \"name\": \"String\" }",
                "3:1:3-4 this key has no value",
            ])
    }

    @Test func brokenNodeDoesNotContradict() {
        #expect(briefFindings(#"{"a": {"<id>": 5}}"#, #"{"a": "A"}"#).count == 1)
        let shared =
            #"{"a": {"$name": "X", "b": "B"}, "c": {"$name": "X", "b": "B", "d": "D"}}"#
        #expect(briefFindings(shared, #"{"a": {"d": 5}}"#).count == 1)
    }
}
