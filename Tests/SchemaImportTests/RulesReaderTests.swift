import SchemaImport
import Testing

/// What single rules say, and what is wrong with rules. Whole files are among the fixtures.
@Suite struct RulesReaderTests {
    @Test(arguments: [
        ("newData.isString()", "String"),
        ("newData.isNumber()", "Double"),
        ("newData.isBoolean()", "Bool"),
        ("newData.isNumber() && newData.val() % 1 === 0", "Int"),
        ("newData.val() === true", "Bool"),
        ("newData.val() <= now", "Date"),
        ("newData.val() == now", "Date"),
        ("newData.val() > now - 86400000 && newData.isNumber()", "Date"),
        ("newData.val().matches(/^a/)", "String"),
        ("newData.val().length > 3", "String"),
        ("3 < newData.val().length", "String"),
        ("newData.val().toLowerCase() == 'a'", "String"),
        ("newData.val().contains('a')", "String"),
        ("newData.val() == auth.uid", "String"),
        ("auth.uid === newData.val()", "String"),
        ("newData.val() == $x", "String"),
        ("newData.val() != ''", "String"),
        ("newData.val() == 'a' || newData.val() == 'b'", "String"),
        ("newData.val() >= 0", "Double"),
        ("newData.val() >= -90 && newData.val() <= 90", "Double"),
        ("!newData.exists() || newData.isString()", "String"),
        ("newData.val() == null || newData.isString()", "String"),
        ("newData.isString() || newData.isNumber()", "ScalarValue"),
        ("newData.isString() || newData.val() == null || newData.isBoolean()", "ScalarValue"),
        ("root.child('users').child(newData.val()).exists()", "String"),
        ("root.child('users/' + newData.val() + '/name').exists()", "String"),
        ("root.child('users').hasChild(newData.val())", "String"),
        ("data.exists() ? newData.val() == data.val() : newData.isString()", "UnknownValue"),
        ("auth != null ? newData.isString() : newData.val() == 'guest'", "String"),
        ("auth != null", "UnknownValue"),
        ("newData.isString() && auth != null", "String"),
        ("(newData.isString()) && (auth != null || now > 0)", "String"),
        ("newData.val() == data.val() + 1", "Double"),
        ("true", "UnknownValue"),
        ("newData.hasChildren()", "UnknownValue"),
    ])
    func validateSaysTheType(expression: String, type: String) {
        let schema = Imports.schema(
            ofRules: """
                { "rules": { "$x": { "a": { ".validate": "\(expression)" }, "b": { ".validate": "newData.isString()" } } } }
                """)
        #expect(
            schema.contains("\"a\": \"\(type)\"") || schema.contains("\"$type\": \"\(type)\",\n"),
            "\(schema)")
    }

    @Test(arguments: [
        (
            "",
            """
            rules.json:1:1: error: the file is empty
            1 |\u{20}
              | ^
            note: a file of rules is { "rules": { … } }

            """
        ),
        (
            "{ }",
            """
            rules.json:1:1: error: there is no "rules"
            1 | { }
              | ^
            note: a file of rules is { "rules": { … } }

            """
        ),
        (
            #"{ "users": {} }"#,
            """
            rules.json:1:4: error: expected "rules", found 'users'
            1 | { "users": {} }
              |    ^~~~~
            note: a file of rules is { "rules": { … } }

            """
        ),
        (
            #"{ "rules": { "a": { ".validate": "newData.isString(" } } }"#,
            """
            rules.json:1:52: error: this is not an expression of security rules: unexpected the end; expected a value
            1 | { "rules": { "a": { ".validate": "newData.isString(" } } }
              |                                                    ^

            """
        ),
        (
            #"{ "rules": { "a": { ".indexOn": 3 } } }"#,
            """
            rules.json:1:33: error: expected the key of a child for ".indexOn", found a number
            1 | { "rules": { "a": { ".indexOn": 3 } } }
              |                                 ^
            note: as in ["score", "name"]

            """
        ),
        (
            #"{ "rules": { "a": { "$b": {}, "$c": {} } } }"#,
            """
            rules.json:1:32: error: a place has one variable at most; this is a second
            1 | { "rules": { "a": { "$b": {}, "$c": {} } } }
              |                                ^~
            rules.json:1:22: note: the first is here
            1 | { "rules": { "a": { "$b": {}, "$c": {} } } }
              |                      ^~

            """
        ),
        (
            #"{ "rules": { "<id>": {} } }"#,
            """
            rules.json:1:15: error: '<id>' is a placeholder of a schema
            1 | { "rules": { "<id>": {} } }
              |               ^~~~
            note: any key is written "$userId" in rules

            """
        ),
        (
            #"{ "rules": { ".read": true } }"#,
            """
            rules.json:1:12: error: the rules name no place of the database
            1 | { "rules": { ".read": true } }
              |            ^
            note: a schema is made of places, as in "users": { "$uid": { … } }

            """
        ),
        (
            "{ \"rules\": {\n  // a comment\n  \"a\": 1 } }",
            """
            rules.json:3:8: error: expected an object with rules, found a number
            3 |   "a": 1 } }
              |        ^
            note: a place is an object, as in "name": { ".validate": … }

            """
        ),
    ])
    func errorsSayWhere(rules: String, message: String) {
        #expect(Imports.schema(ofRules: rules) == message)
    }

    @Test func depthIsAnError() {
        let deep = String(repeating: "{\"a\":", count: 100_000)
        #expect(Imports.schema(ofRules: deep).contains("error: "))
        let nested =
            "{\"rules\":" + String(repeating: "{\"a\":", count: 40) + "{}"
            + String(repeating: "}", count: 41)
        #expect(Imports.schema(ofRules: nested).contains("deeper than 32 levels"))
    }
}
