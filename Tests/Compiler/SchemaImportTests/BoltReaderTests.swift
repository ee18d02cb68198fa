import SchemaImport
import TestSupport
import Testing

/// Errors in Bolt files, and single forms. Whole files are among the fixtures.
@Suite struct BoltReaderTests {
    @Test(arguments: [
        ("String", "\"String\""), ("Number", "\"Double\""), ("Boolean", "\"Bool\""),
        ("InitialTimestamp", "\"Date\""), ("CurrentTimestamp", "\"Date\""),
        ("String | Null", "\"String\""), ("(String)", "\"String\""),
        ("Number[]", "{ \"<aId>\": \"Double\" }"),
        ("Map<String, Boolean>", "{ \"<aId>\": \"Bool\" }"),
        ("Map<Number, Boolean>", "{ \"<aId: Int>\": \"Bool\" }"),
        ("Number[][]", "{ \"<key>\": { \"<aId>\": \"Double\" } }"),
    ])
    func typesBecomeThoseOfSwift(type: String, node: String) {
        #expect(Imports.schema(ofBolt: "path /a is \(type)").contains("\"a\": \(node)"))
    }

    @Test(arguments: [
        ("", "1:1: no 'path' statement, as in path /users/{uid} is User\n"),
        ("type A {}", "1:1: no 'path' statement, as in path /users/{uid} is User\n"),
        ("path /", "1:1: the paths lead to no key of a database\n"),
        ("path users", "1:6: unexpected 'users'; expected a path that begins with '/'\n"),
        ("{ \"rules\": {} }", "1:1: unexpected '{'; expected 'path', 'type' or 'function'\n"),
        ("path /a is {", "1:12: unexpected '{'; expected a type\n"),
        ("path /a is Map<String>", "1:6: 'Map' takes two types, as in Map<String, User>\n"),
        (
            "type P<A> { a: A }\npath /a is P", "2:6: 'P' takes 1 type, and is given 0\n"
        ),
        ("type A { a: String, a: Number }", "1:21: a second property 'a'\n"),
        ("type A {}\ntype A {}", "2:6: a second type 'A'\n"),
        (
            "type A { b String }",
            "1:12: unexpected 'String'; expected ':' after the name of a property\n"
        ),
        ("type A { 'b.c': String }", "1:10: a database key can't contain '.'\n"),
        (
            "path /a { read() { true }",
            "1:26: unexpected end of the file; expected a path, a method, or '}'\n"
        ),
        ("path /a { read() { true ", "1:18: there is no '}' for this '{'\n"),
        ("/* no end", "1:1: the comment has no end\n"),
        ("path /a is 'no end", "1:12: the string has no end\n"),
        ("f(x) { x.test(/abc) }", "1:15: the regular expression has no end\n"),
        ("path /{uid", "1:11: unexpected end of the file; expected '}' after the name of a key\n"),
        ("type A {\n  é: \u{1}\n}", "2:7: unexpected character; expected a type\n"),
    ])
    func errorsSayWhere(bolt: String, message: String) {
        #expect(Imports.schema(ofBolt: bolt) == message)
    }

    @Test func typesThatSpellOutWithoutEndAreAnError() {
        let types = (0..<30).map { "type T\($0) { a: T\($0 + 1), b: T\($0 + 1) }\n" }.joined()
        #expect(
            Imports.schema(ofBolt: types + "path /a is T0")
                == "31:6: spelled out, the types here have more than 20000 places\n")
    }

    @Test(arguments: [
        Repeated("(", after: "path /a is "), Repeated("Map<String,", after: "path /a is "),
        Repeated("[]", after: "path /a is String"), Repeated("path /a {"),
        Repeated("/a", after: "path "), Repeated("{", after: "f() {"),
    ])
    func depthIsAnErrorAndNoCrash(bolt: Repeated) {
        let result = Imports.schema(ofBolt: bolt.text)
        #expect(result.prefix(2) == "1:")
    }
}
