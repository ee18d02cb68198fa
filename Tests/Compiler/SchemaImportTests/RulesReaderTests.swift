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
        ("newData.val() != ''", "UnknownValue"),
        ("newData.val() !== true", "UnknownValue"),
        ("newData.val() > newData.parent().child('b').val()", "String"),
        ("newData.val() > newData.parent().child('c').val()", "UnknownValue"),
        ("newData.exists()", "UnknownValue"),
        ("!newData.hasChild('c')", "UnknownValue"),
        ("root.child('users/' + newData.val()).exists() && newData.isNumber()", "Double"),
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

    @Test func rulesBecomeTheSchemaOrErrors() throws {
        #expect(try Cases.differences("imported-rules.txt", Imports.schema(ofRules:)) == "")
        #expect(Imports.schema(ofRules: "").contains("error: the file is empty\n"))
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

    @Test func depthIsAnError() {
        let deep = String(repeating: "{\"a\":", count: 100_000)
        #expect(Imports.schema(ofRules: deep).contains("error: "))
        let nested =
            "{\"rules\":" + String(repeating: "{\"a\":", count: 40) + "{}"
            + String(repeating: "}", count: 41)
        #expect(Imports.schema(ofRules: nested).contains("more than 32 levels deep"))
    }
}
