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

    @Test(arguments: [
        // The root
        (
            #"{"$type": "A", "a": "A"}"#,
            #"1:3-8 "$type" is not allowed at the root, which is not a value | "$options": { "root": "ChatRoot" } names a root type"#
        ),
        (
            #"{"$name": "A", "a": "A"}"#,
            #"1:3-8 "$name" is not allowed at the root, which has no phantom type | "$options": { "root": "ChatRoot" } names a root type"#
        ),
        (
            #"{"$member": "b", "a": "A"}"#,
            #"1:3-10 "$member" is not allowed at the root, which is not a member | write it inside a child"#
        ),
        (
            #"{"$deprecated": "b", "a": "A"}"#,
            #"1:3-14 "$deprecated" is not allowed at the root, which is not a member | write it inside a child"#
        ),
        (
            #"{"$singular": "b", "a": "A"}"#,
            #"1:3-12 "$singular" is only allowed on a collection; this is a branch | a collection has a placeholder, as in { "<id>": "Message" }"#
        ),
        // Leaves
        (
            #"{"a": {"$type": "A", "$name": "B"}}"#,
            #"1:23-28 "$name" can't be combined with "$type" | 1:18-19 "$type" is here | "$type" names a type of yours, "$name" a generated one"#
        ),
        (
            #"{"a": {"$singular": "b", "$type": "A"}}"#,
            #"1:9-18 "$singular" is only allowed on a collection; this is a leaf | a collection has a placeholder, as in { "<id>": "Message" }"#
        ),
        // Branches
        (
            #"{"a": {"$name": "B", "$type": "A", "x": "X"}}"#,
            #"1:9-14 "$name" can't be combined with "$type" | 1:32-33 "$type" is here | "$type" names a type of yours, "$name" a generated one"#
        ),
        (
            #"{"a": {"$singular": "b", "x": "X"}}"#,
            #"1:9-18 "$singular" is only allowed on a collection; this is a branch | a collection has a placeholder, as in { "<id>": "Message" }"#
        ),
        (
            #"{"a": {"$options": {}, "x": "X"}}"#,
            #"1:9-17 "$options" is only allowed at the root | options apply to the whole schema: move them to its top level"#
        ),
        // Collections and elements
        (
            #"{"a": {"$name": "B", "<id>": "A"}}"#,
            #"1:9-14 "$name" is not allowed on a collection, which has no phantom type | its elements are of your type 'A', which has a name; "$member" names the property, and "$singular" the accessor"#
        ),
        (
            #"{"a": {"<id>": {"$member": "b", "x": "X"}}}"#,
            #"1:18-25 "$member" is not allowed on a collection's element, which has no property | "$singular" on the collection names the accessor of one element"#
        ),
        (
            #"{"a": {"<id>": {"$singular": "b", "<id2>": "A"}}}"#,
            #"1:18-27 "$singular" is only allowed on the outermost collection | a collection inside a collection has no accessor of its own"#
        ),
        // Unknown
        (
            #"{"a": {"$tpye": "A"}}"#,
            #"1:9-14 unknown directive '$tpye' | did you mean "$type"?"#
        ),
        (
            #"{"a": {"$Type": "A"}}"#,
            #"1:9-14 unknown directive '$Type' | did you mean "$type"?"#
        ),
        (
            #"{"a": {"$documentation": "A", "$type": "A"}}"#,
            #"1:9-23 unknown directive '$documentation' | did you mean "$doc"?"#
        ),
        (
            #"{"$option": {}, "a": "A"}"#,
            #"1:3-10 unknown directive '$option' | did you mean "$options"?"#
        ),
        (
            #"{"$": {}, "a": "A"}"#,
            #"1:3-4 unknown directive '$' | the directives are $type, $name, $member, $singular, $property, $index, $doc, $deprecated, $options, $schema, $comment"#
        ),
        // Values
        (
            #"{"a": {"$type": {"b": 1}}}"#,
            #"1:17-18 expected a string for "$type", found an object | children are written beside it, as in { "$type": "User", "name": "String" }"#
        ),
        (
            #"{"a": {"$type": "A", "$doc": 12}}"#,
            #"1:30-32 expected a string for "$doc", found a number"#
        ),
        (
            #"{"a": {"$type": "A", "$member": null}}"#,
            #"1:33-37 expected a string for "$member", found null"#
        ),
        (
            #"{"a": {"$type": "A", "$deprecated": true}}"#,
            #"1:37-41 expected a string for "$deprecated", found a boolean"#
        ),
        (
            #"{"a": {"$type": "A B"}}"#,
            #"1:18-21 'A B' is not a Swift type | "$type" names one of your types, as in "Message" or "[String: Bool]""#
        ),
        (
            #"{"a": {"$type": "A", "$member": "a b"}}"#,
            "1:34-37 'a b' is not a valid Swift member name"
        ),
        (
            #"{"a": {"$type": "A", "$member": "Path"}}"#,
            "1:34-38 a member named 'Path' would hide what the generated code needs"
        ),
        (
            #"{"a": {"$singular": "2", "<id>": "A"}}"#,
            "1:22-23 '2' is not a valid Swift member name"
        ),
        (#"{"a": {"$name": "A B", "x": "X"}}"#, "1:18-21 'A B' is not a valid Swift type name"),
        (#"{"a": {"$name": "A<B>", "x": "X"}}"#, "1:18-22 'A<B>' is not a valid Swift type name"),
        (#"{"a": {"$type": "A", "$doc": " "}}"#, #"1:31-32 "$doc" is empty"#),
        (
            #"{"a": {"$type": "A", "$deprecated": "a\u0007"}}"#,
            #"1:38-45 "$deprecated" contains a control character"#
        ),
    ])
    func misuseIsReported(schema: String, finding: String) {
        #expect(briefFindings(schema) == [finding])
    }

    @Test(arguments: [
        (
            #"[]"#,
            #"1:14-15 expected an object for "$options", found an array | as in { "access": "public" }"#
        ),
        (#"{"acess": "public"}"#, #"1:16-21 unknown option 'acess' | did you mean "access"?"#),
        (
            #"{"colour": "red"}"#,
            "1:16-22 unknown option 'colour' | the options are access, namespace, typePrefix, typeSuffix, root, imports, typeChecks, dataChecks"
        ),
        (#"{"access": "open"}"#, "1:26-30 'open' is not one of internal, public, package"),
        (#"{"access": 1}"#, #"1:25-26 expected a string for "access", found a number"#),
        (
            #"{"imports": "A"}"#,
            #"1:27-28 expected a list for "imports", found a string | as in ["Models"]"#
        ),
        (#"{"imports": ["A", 1]}"#, "1:32-33 expected the name of a module, found a number"),
        (#"{"imports": ["A; B"]}"#, "1:28-32 'A; B' is not a valid module name"),
        (#"{"namespace": "A.B"}"#, "1:29-32 'A.B' is not a valid Swift type name"),
        (#"{"root": ""}"#, "1:23-25 '' is not a valid Swift type name"),
        (#"{"typePrefix": "1"}"#, "1:30-31 '1' is not a valid Swift type name"),
        (#"{"typeSuffix": " "}"#, "1:30-31 ' ' can't end a Swift type name"),
    ])
    func optionsAreChecked(options: String, finding: String) {
        #expect(briefFindings(#"{"$options": \#(options), "a": "A"}"#) == [finding])
    }

    @Test func severalComeInDocumentOrder() {
        #expect(
            briefFindings(
                #"{"$name": "A", "a": {"$dco": "", "$name": 5, "$member": "-", "$singular": "b", "x": "X"}}"#
            ).map { String($0.prefix { $0 != "|" }) } == [
                #"1:3-8 "$name" is not allowed at the root, which has no phantom type "#,
                "1:23-27 unknown directive '$dco' ",
                #"1:43-44 expected a string for "$name", found a number"#,
                "1:58-59 '-' is not a valid Swift member name",
            ])
    }
}
