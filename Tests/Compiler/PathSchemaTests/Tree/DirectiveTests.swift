import Testing

@Suite struct DirectiveTests {
    @Test(arguments: [
        #"{"$options": {"access": "public", "namespace": "DB", "typePrefix": "P", "typeSuffix": "Node", "root": "R", "imports": ["A", "B.C"]}, "a": "A"}"#,
        #"{"$doc": "All of it", "$schema": "x.json", "$comment": {"a": [1]}, "a": "A"}"#,
        #"{"$singular": "user", "<uid>": "User"}"#,
        #"{"a": {"$type": "A", "$member": "b", "$doc": "D", "$deprecated": "gone"}}"#,
        #"{"a": {"$name": "B", "$member": "b", "$doc": "D\nE", "$deprecated": "gone", "x": "X"}}"#,
        #"{"a": {"$singular": "b", "$member": "c", "$doc": "D", "$deprecated": "gone", "<id>": "A"}}"#,
        #"{"a": {"<id>": {"$type": "A", "$doc": "D", "$deprecated": "gone"}}}"#,
        #"{"a": {"<id>": {"$name": "B", "x": "X"}}}"#,
        #"{"a": {"$name": "B", "$singular": "b", "x": "X", "<id>": "A"}}"#,
        #"{"a": {"$type": "M", "$singular": "b", "x": "X", "<id>": "A"}}"#,
        #"{"a": {"<id>": {"$singular": "b", "x": "X", "<id>": "B"}}}"#,
    ])
    func directiveIsAcceptedWhereItMeansSomething(schema: String) {
        #expect(findings(schema) == "")
    }

    /// The findings that neither `Mistakes` nor the tables of rejected schemas show.
    @Test(arguments: [
        (
            #"{"a": {"$singular": "b", "$type": "A"}}"#,
            #"1:9-18 "$singular" is only allowed on a collection; this is a leaf | a collection has a placeholder, as in { "<id>": "Message" }"#
        ),
        (
            #"{"a": {"$singular": "b", "x": "X"}}"#,
            #"1:9-18 "$singular" is only allowed on a collection; this is a branch | a collection has a placeholder, as in { "<id>": "Message" }"#
        ),
        (
            #"{"a": {"$name": "B", "<id>": "A"}}"#,
            #"1:9-14 "$name" is not allowed on a collection, which has no phantom type | its elements are of your type 'A', which has a name; "$member" names the property, and "$singular" the accessor"#
        ),
        (
            #"{"$": {}, "a": "A"}"#,
            #"1:3-4 unknown directive '$' | the directives are $type, $name, $member, $singular, $property, $index, $firestore, $doc, $deprecated, $was, $options, $schema, $comment"#
        ),
        (
            #"{"a": {"$type": "A B"}}"#,
            #"1:18-21 'A B' is not a Swift type | "$type" names one of your types, as in "Message" or "[String: Bool]""#
        ),
        (#"{"a": {"$type": "A", "$doc": " "}}"#, #"1:31-32 "$doc" is empty"#),
        (
            #"{"$options": [], "a": "A"}"#,
            #"1:14-15 expected an object for "$options", found an array | as in { "access": "public" }"#
        ),
        (
            #"{"$options": {"colour": "red"}, "a": "A"}"#,
            "1:16-22 unknown option 'colour' | the options are access, namespace, typePrefix, typeSuffix, root, imports, typeChecks, dataChecks, firestore"
        ),
        (
            #"{"$options": {"imports": ["A", 1]}, "a": "A"}"#,
            "1:32-33 expected the name of a module, found a number"
        ),
        (
            #"{"$options": {"root": ""}, "a": "A"}"#,
            "1:23-25 '' is not a valid Swift type name"
        ),
    ])
    func misuseIsReported(schema: String, finding: String) {
        #expect(briefFindings(schema) == [finding])
    }

    @Test func severalComeInDocumentOrder() {
        #expect(
            placesAndMessages(
                #"{"$name": "A", "a": {"$dco": "", "$name": 5, "$member": "-", "$singular": "b", "x": "X"}}"#
            ) == [
                #"1:3-8 "$name" is not allowed at the root, which has no phantom type"#,
                "1:23-27 unknown directive '$dco'",
                #"1:43-44 expected a string for "$name", found a number"#,
                "1:58-59 '-' is not a valid Swift member name",
            ])
    }
}
