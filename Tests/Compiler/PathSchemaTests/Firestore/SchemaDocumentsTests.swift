import PathSchema
import Testing

/// The collections, documents and times of a schema, as patterns.
@Suite struct SchemaDocumentsTests {
    private static func documents(of schema: String) throws -> SchemaDocuments {
        let result = SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)]) {
            $0.firestore = true
        }
        return try #require(result.schema?.documents)
    }

    @Test(arguments: [
        (#"{"a": {"<b>": {"c": "Int"}}}"#, ["a"]),
        (#"{"a": {"b": {"c": "Int"}, "<d>": "D"}}"#, ["a"]),
        // A subcollection, if all elements can be documents.
        (#"{"a": {"<b>": {"c": {"<d>": {"e": "Int"}}}}}"#, ["a", "a/<b>/c"]),
        (#"{"a": {"<b>": {"c": {"<d>": "[Int]"}}}}"#, ["a", "a/<b>/c"]),
        (#"{"a": {"<b>": {"c": {"<d>": {"<e>": "Bool"}}}}}"#, ["a", "a/<b>/c"]),
        (#"{"a": {"<b>": {"c": {"x": {"y": "Int"}, "<d>": {"e": "Int"}}}}}"#, ["a", "a/<b>/c"]),
        (#"{"a": {"b": {"c": {"<d>": {"e": "Int"}}}}}"#, ["a", "a/b/c"]),
        // A map, if one can't.
        (#"{"a": {"<b>": {"c": {"<d>": "Bool"}}}}"#, ["a"]),
        (#"{"a": {"<b>": {"c": {"<d>": "Date?"}}}}"#, ["a"]),
        (#"{"a": {"<b>": {"c": {"x": "Int", "<d>": {"e": "Int"}}}}}"#, ["a"]),
        (#"{"a": {"<b>": {"c": {"x": "Int", "<d>": "D"}}}}"#, ["a"]),
        (#"{"a": {"<b>": {"c": {"$type": "C", "<d>": {"e": "Int"}}}}}"#, ["a"]),
        (#"{"a": {"<b>": {"c": {"d": {"e": "Int"}}}}}"#, ["a"]),
        // A directive says otherwise.
        (
            #"{"a": {"<b>": {"c": {"$firestore": "subcollection", "<d>": "D"}}}}"#,
            ["a", "a/<b>/c"]
        ),
        (#"{"a": {"<b>": {"c": {"$firestore": "map", "<d>": {"e": "Int"}}}}}"#, ["a"]),
        (
            #"{"a": {"<b>": {"c": {"$firestore": "subcollection", "d": {"e": "Int"}}}}}"#,
            ["a", "a/<b>/c"]
        ),
        // A collection of collections has documents with free field names.
        (#"{"a": {"<b>": {"<c>": {"<d>": {"e": {"<f>": {"g": "Int"}}}}}}}"#, ["a"]),
        // Inside a map, everything is a map.
        (#"{"a": {"<b>": {"c": {"d": {"<e>": {"f": "Int"}}}}}}"#, ["a"]),
        // A type as a document and as a field.
        (
            #"{"a": {"<b>": {"c": {"$name": "C", "d": {"<e>": {"f": "Int"}}}}}, "g": {"<h>": "C"}}"#,
            ["a", "g", "a/<b>/c/d"]
        ),
        (
            #"{"a": {"<b>": {"$name": "B", "c": {"<d>": "B"}, "e": "B"}}}"#,
            ["a", "a/<b>/c"]
        ),
    ])
    func collectionsAreFound(schema: String, collections: [String]) throws {
        #expect(try Self.documents(of: schema).collections == collections)
    }

    @Test(arguments: [
        (
            #"{"a": {"<b>": {"c": "Date", "d": "ServerTime?", "e": "Int"}}}"#,
            ["a/<b>/c", "a/<b>/d"]
        ),
        (#"{"a": {"<b>": {"$type": "B", "c": "Foundation.Date"}}}"#, ["a/<b>/c"]),
        (#"{"a": {"<b>": {"c": "[Date]"}}}"#, ["a/<b>/c/<element>"]),
        (#"{"a": {"<b>": {"c": "[String: [Date?]]?"}}}"#, ["a/<b>/c/<element>/<element>"]),
        (#"{"a": {"<b>": {"c": {"<d>": "Date"}}}}"#, ["a/<b>/c/<d>"]),
        (#"{"a": {"<b>": "[String: Date]"}}"#, ["a/<b>/<element>"]),
        (
            #"{"a": {"<b>": {"c": {"$type": "[String: Date]", "d": "Date?"}}}}"#,
            ["a/<b>/c/<element>", "a/<b>/c/d"]
        ),
        (#"{"a": {"<b>": {"c": {"$type": "[Date]", "<d>": "Date"}}}}"#, ["a/<b>/c/<d>"]),
        (#"{"a": {"<b>": {"<c: Key>": {"d": "Date"}}}}"#, ["a/<b>/<c>/d"]),
    ])
    func timesAreFound(schema: String, times: [String]) throws {
        #expect(try Self.documents(of: schema).times == times)
    }

    @Test(arguments: [
        (
            #"{"a": {"<b>": {"$name": "B", "c": {"<d>": "B"}, "e": "B"}}}"#,
            ["a/<b>/c/<d> as a/<b>", "a/<b>/e as a/<b>"]
        ),
        (
            #"{"a": {"<b>": {"$type": "B", "c": "Date"}}, "d": {"<e>": "B?", "f": {"g": "[B]"}}}"#,
            ["d/<e> as a/<b>", "d/f/g/<element> as a/<b>"]
        ),
        (
            #"{"a": {"<b>": {"$name": "B", "c": "Int"}}, "d": {"<e>": {"$name": "B", "c": "Int"}}}"#,
            ["d/<e> as a/<b>"]
        ),
    ])
    func typesOfSeveralPlacesAreFound(schema: String, recurring: [String]) throws {
        let documents = try Self.documents(of: schema)
        #expect(documents.recurring.map { "\($0.pattern) as \($0.other)" } == recurring)
    }

    @Test(arguments: [
        (#"{"a": {"b": {"c": "Int"}, "<d>": {"e": "Date"}}}"#, ["a/b"]),
        (#"{"a": {"b": {"c": "Date"}, "<d>": {"e": "Date"}}}"#, []),
        (#"{"a": {"b": {"c": "Int"}, "<d>": {"e": "Int"}}}"#, []),
        (
            #"{"a": {"<b>": {"c": "Int", "d": {"e": "Int"}, "<f>": "Date"}}}"#,
            ["a/<b>/c", "a/<b>/d"]
        ),
    ])
    func childrenBesidePlaceholdersAreListed(schema: String, siblings: [String]) throws {
        #expect(try Self.documents(of: schema).siblings == siblings)
    }

    @Test func otherSchemasHaveNone() throws {
        let result = SchemaCompiler.compile([
            SourceText(name: "schema.json", text: #"{"a": "Int", "<b>": "Date"}"#)
        ])
        #expect(try #require(result.schema).documents?.collections == nil)
    }
}
