import PathSchema
import SchemaImport
import TestSupport
import Testing

/// The meaning of single rules, and errors in rules. Whole files are among the fixtures.
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
        ("newData.val() == 'a' || newData.val() == 'b'", "ItemA"),
        ("newData.val() == 'a' || newData.val() == 'b' && auth != null", "ItemA"),
        ("newData.val() == 'a' || data.val() == 'a' && newData.val() == 'b'", "ItemA"),
        ("data.val() == 'a' ? newData.val() == 'b' : newData.val() == 'a'", "ItemA"),
        ("newData.isString() && newData.val().matches(/^(a|b)$/)", "ItemA"),
        ("newData.val().matches(/^[XO]$/)", "ItemA"),
        ("newData.val().matches(/^(a|b)/)", "String"),
        ("newData.val().matches(/^(a|b)$/i)", "String"),
        ("newData.val().matches(/^[a-z]$/)", "String"),
        ("newData.val() == 'a'", "String"),
        ("newData.val() == 'a' || newData.isString()", "String"),
        ("newData.val() == 'a' || newData.val() == false", "ScalarValue"),
        ("newData.val() == 'a' || newData.val() == auth.uid", "String"),
        ("newData.val() >= 0", "Double"),
        ("newData.val() >= -90 && newData.val() <= 90", "Double"),
        ("!newData.exists() || newData.isString()", "String"),
        ("newData.val() == null || newData.isString()", "String"),
        ("newData.isString() || newData.isNumber()", "ScalarValue"),
        ("newData.isString() || newData.val() == null || newData.isBoolean()", "ScalarValue"),
        ("root.child('users').child(newData.val()).exists()", "String"),
        ("root.child('users/' + newData.val() + '/name').exists()", "String"),
        ("root.child('users').hasChild(newData.val())", "String"),
        ("data.exists() ? newData.val() == data.val() : newData.isString()", "String"),
        ("newData.val() == now || newData.val() == data.val()", "Date"),
        ("newData.val() == now || data.exists()", "Date"),
        ("newData.val() == (data.exists() ? data.val() : auth.uid)", "String"),
        ("newData.isString() || true", "UnknownValue"),
        ("newData.isString() || newData.exists()", "UnknownValue"),
        ("newData.isString() || newData.isNumber() || true", "UnknownValue"),
        ("newData.isString() || newData.isNumber() || newData.exists()", "UnknownValue"),
        ("newData.isString() || newData.hasChildren()", "UnknownValue"),
        ("newData.isString() || newData.val() != null", "UnknownValue"),
        ("newData.isString() || auth.token.admin == true", "UnknownValue"),
        ("newData.isString() || newData.parent().child('b').isNumber()", "UnknownValue"),
        ("newData.isString() && (newData.isString() || newData.isNumber())", "String"),
        ("newData.isString() && (auth.token.admin == true || newData.val() != 'x')", "String"),
        ("newData.isString() || newData.val() == ''", "String"),
        (
            "newData.isString() && (newData.isString() || auth != null) || newData.isNumber()",
            "ScalarValue"
        ),
        ("!newData.hasChildren()", "ScalarValue"),
        ("!(newData.isString() || newData.isNumber())", "UnknownValue"),
        ("newData.val() == auth.token.email", "String"),
        ("newData.val() == newData.parent().child('b').val()", "String"),
        ("newData.parent().hasChild(newData.val())", "String"),
        ("auth != null ? newData.isString() : newData.val() == 'guest'", "String"),
        ("auth != null", "UnknownValue"),
        ("newData.isString() && auth != null", "String"),
        ("(newData.isString()) && (auth != null || now > 0)", "String"),
        ("newData.val() == data.val() + 1", "Int"),
        ("newData.val() == data.val() + 1 || newData.val() == 0", "Int"),
        ("newData.val() == (data.val() === null ? 1 : data.val() + 1)", "Int"),
        ("newData.val() == (data.exists() ? data.val() : 0) + 1", "Int"),
        ("newData.val() == data.val() + 0.5", "Double"),
        ("newData.val() == data.val() + newData.parent().child('c').val()", "UnknownValue"),
        ("newData.isNumber() && 0 == newData.val() % 1", "Int"),
        ("newData.isNumber() && newData.val() % 5 == 0", "Int"),
        ("newData.isNumber() && !(newData.val() % 1 > 0)", "Int"),
        ("newData.isNumber() && newData.val() == newData.val() - newData.val() % 1", "Int"),
        ("newData.isNumber() && (newData.val() + '').matches(/^[0-9]+$/)", "Int"),
        ("newData.val() == 1 || newData.val() == 2 || newData.val() == -1", "Int"),
        ("newData.val() == 1 || newData.val() == 1.5", "Double"),
        ("newData.val() == 1 || newData.isNumber()", "Double"),
        ("newData.isNumber() && newData.val() > 1400000000000", "Date"),
        ("newData.isNumber() && newData.val() + 1000 < now", "Date"),
        ("now - newData.val() < 60000", "Date"),
        ("true", "UnknownValue"),
        ("newData.hasChildren()", "UnknownValue"),
    ])
    func validateSaysTheType(expression: String, type: String) {
        let schema = Imports.schema(
            ofRules: """
                { "rules": { "$x": { "a": { ".validate": "\(expression)" }, "b": { ".validate": "newData.isString()" } } } }
                """)
        #expect(
            schema.contains("\"a\": \"\(type)?\"") || schema.contains("\"$type\": \"\(type)?\",\n"),
            "\(schema)")
    }

    @Test(arguments: [
        ("newData.val() == now", true),
        ("newData.val() == now || newData.val() == data.val()", true),
        ("newData.isNumber() && now === newData.val()", true),
        ("newData.val() <= now", false),
        ("newData.val() == now || newData.val() <= now", false),
        ("newData.val() == now + 1000", false),
    ])
    func theTimeOfTheWriteIsTheServers(expression: String, isServerTime: Bool) throws {
        let rules = """
            { "rules": { "logs": { "$id": {
              ".validate": "newData.hasChildren(['at'])", "at": { ".validate": "\(expression)" }
            } } } }
            """
        let importer = SchemaImporter(try Imports.rules(Array(rules.utf8)))
        #expect(importer.schema.contains("\"at\": \"Date\""))
        #expect(importer.models(from: "x").contains("var at = ServerTime.pending") == isServerTime)
    }

    @Test(arguments: [
        ("/^(0|[1-9][0-9]*)$/", true), ("/^(0|-?[1-9][0-9]*)$/", true), ("/^[0-9]+$/", true),
        ("/^\\\\d+$/", true), ("/^[0-8]$/", true), ("/^[1-9][0-9]{0,2}$/", true),
        ("/^\\\\d{1,3}$/", true), ("/^[0-9]{6}$/", false), ("/^(0[1-9]|1[0-2])$/", false),
        ("/^[0-9a-f]+$/", false), ("/[0-9]+/", false), ("/^97[89][0-9]{10}$/", false),
        ("/^[0-9]{4}-[0-9]{2}$/", false), ("/^.*$/", false),
    ])
    func keysThatAreNumbersAreInts(pattern: String, isInt: Bool) {
        let schema = Imports.schema(
            ofRules: """
                { "rules": { "cells": { "$cell": { ".validate": "$cell.matches(\(pattern)) && newData.isString()" } } } }
                """)
        #expect(schema.contains("<cellId: Int>") == isInt, "\(schema)")
    }

    @Test(arguments: [
        // Keys that conditions name are children, with the types that they show.
        (
            #""a": { ".write": "newData.child('x').isString() || newData.child('y').val() > 3" }"#,
            #"{ "a": { "$type": "A", "x": "String?", "y": "Double?" } }"#
        ),
        (
            #""a": { "$id": { ".write": "newData.child('by').val() == auth.uid && newData.hasChildren(['text'])", "text": { ".validate": "newData.isString()" } } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "text": "String", "by": "String" } } }"#
        ),
        (
            #""a": { ".write": true, "$id": { ".write": "newData.child('by').val() == auth.uid" } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "by": "String?" } } }"#
        ),
        (
            #""a": { ".write": "root.child('users/' + auth.uid + '/role').val() == 'admin'", "b": { ".validate": "newData.isString()" } }"#,
            #"{ "a": { "$type": "A", "b": "String?" }, "users": { "<userId>": { "$type": "User", "role": "String?" } } }"#
        ),
        (
            #""a": { ".read": "root.child('admins').child(auth.uid).val() === true", ".validate": "newData.isString()" }"#,
            #"{ "a": "String", "admins": { "<userId>": "Bool" } }"#
        ),
        (
            #""a": { ".read": "root.child('admins').hasChild(auth.uid)", ".validate": "newData.isString()" }"#,
            #"{ "a": "String", "admins": { "<userId>": "Bool" } }"#
        ),
        (
            #""a": { ".read": "data.child('open').val() === true", "b": { ".validate": "newData.isString()" } }"#,
            #"{ "a": { "$type": "A", "b": "String?", "open": "Bool?" } }"#
        ),
        (
            #""a": { ".read": "query.orderByChild == 'owner'", "$id": { "n": { ".validate": "newData.isNumber()" } } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "n": "Double?", "owner": ?? } } }"#
        ),
        // Variables that stand for all that isn't listed.
        (
            #""a": { "x": { ".validate": "newData.isString()" }, "$other": { ".validate": true } }"#,
            #"{ "a": { "$type": "A", "x": "String?" } }"#
        ),
        (
            #""a": { "x": { ".validate": "newData.isString()" }, "$other": { ".validate": false } }"#,
            #"{ "a": { "$type": "A", "x": "String?" } }"#
        ),
        (
            #""a": { "$uid": { ".validate": true } }"#, #"{ "a": { "<userId>": ? } }"#
        ),
        // Required children.
        (
            #""a": { "$id": { ".validate": "newData.child('x').val() == auth.uid" } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "x": "String" } } }"#
        ),
        (
            #""a": { "$id": { ".validate": "newData.child('x').val() != 'b' || newData.child('y').isString()" } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "x": "String?", "y": "String?" } } }"#
        ),
        (
            #""a": { "$id": { ".validate": "newData.hasChildren(['x', 'y']) || newData.hasChildren(['x', 'z'])" } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "x": ?, "y": ??, "z": ?? } } }"#
        ),
        // Records have a model, whatever is beside their fields.
        (
            #""a": { "$id": { ".validate": "newData.hasChildren(['x'])", "b": { "$k": { "c": { ".validate": "newData.isString()" } } } } }"#,
            #"{ "a": { "<aId>": { "$type": "A", "b": { "<bId>": { "$type": "B", "c": "String?" } }, "x": ? } } }"#
        ),
        (
            #""a": { "$id": { "0": { ".validate": "newData.isNumber()" }, "1": { ".validate": "newData.isNumber()" } } }"#,
            #"{ "a": { "<aId>": "[Double]" } }"#
        ),
    ])
    func rulesBecomeTheSchema(rules: String, schema: String) {
        let unknown = #"{ "$type": "UnknownValue", "$comment": "…" }"#
        let expected =
            schema
            .replacing(": ??", with: ": " + unknown.replacing("Value\"", with: "Value?\""))
            .replacing(": ?", with: ": " + unknown)
        let result = Imports.schema(ofRules: "{ \"rules\": { \(rules) } }")
            .replacing(/"\$comment": "[^"]*"/, with: "\"$comment\": \"…\"")
        #expect(
            result.split(whereSeparator: \.isWhitespace).joined()
                == expected.split(whereSeparator: \.isWhitespace).joined(), "\(result)")
    }

    @Test(arguments: [
        "{ \"rules\": { \"a\": { \".validate\": \"newData.isString()\", }, }, }",
        "{ \"rules\": { \"a\": { \".validate\": \"newData.isString()\n  && newData.val() != ''\" } } }",
        "{ \"rules\": { \"a\": { \".validate\": \"\n\tnewData.isString()\r\n\" /* , */, // ,\n } } }",
        "{ \"rules\": { \"a\": { \".validate\": \"newData.isString()\n && newData.val() != 'https://x'\" } } }",
        "{ \"rules\": { \"a\": { \".validate\": \"newData.isString()\", \".indexOn\": [\"b\", ] } } }",
    ])
    func formsThatTheServiceTakesAreRead(rules: String) {
        #expect(Imports.schema(ofRules: rules) == "{ \"a\": \"String\" }\n")
    }

    @Test(arguments: [
        (
            "allow write: if request.auth != null;",
            """
            rules.json:1:38: warning: this is not an expression of security rules: unexpected 'write'; expected an operator
            1 | { "rules": { "a": { ".write": "allow write: if request.auth != null;", ".validate": "newData.isString()" } } }
              |                                      ^
            note: this .write is ignored

            """
        ),
        (
            "request.auth != null",
            """
            rules.json:1:32: warning: rules of the Realtime Database have no 'request'
            1 | { "rules": { "a": { ".write": "request.auth != null", ".validate": "newData.isString()" } } }
              |                                ^~~~~~~~~~~~~~~~~~~~
            note: they have auth, data, newData, now, query and root, and variables

            """
        ),
    ])
    func accessRulesInOtherLanguagesAreWarnings(rule: String, message: String) {
        let source = SourceText(
            name: "rules.json",
            text: """
                { "rules": { "a": { ".write": "\(rule)", ".validate": "newData.isString()" } } }
                """)
        var diagnostics = Diagnostics()
        let imported = RulesReader.read(source, reportingTo: &diagnostics)
        #expect(TextDiff.lines(from: message, to: Imports.text(of: diagnostics, in: source)) == "")
        #expect(imported.map { SchemaImporter($0).schema } == "{ \"a\": \"String\" }\n")
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
            "{ \"rules\": { \"a\": { \".validate\": \"newData.isString() } } }\n\"b\": {} }",
            """
            rules.json:1:34: error: the string has no closing quotation mark on its line
            1 | { "rules": { "a": { ".validate": "newData.isString() } } }
              |                                  ^~~~~~~~~~~~~~~~~~~

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
            rules.json:1:32: error: a place can have only one variable
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
        #expect(Imports.schema(ofRules: nested).contains("more than 32 levels deep"))
    }
}
