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

    @Test func boltBecomesTheSchemaOrErrors() throws {
        #expect(try Cases.differences("imported-bolt.txt", Imports.schema(ofBolt:)) == "")
        #expect(
            Imports.schema(ofBolt: "type A {\n  é: \u{1}\n}")
                == "2:7: unexpected character; expected a type\n")
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
