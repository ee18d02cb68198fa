import PathSchema
import Testing

/// Each rule of a Firestore-shaped schema is a diagnostic, with its place and advice.
@Suite struct FirestoreRulesTests {
    private static func briefly(_ schema: String) -> [String] {
        briefFindings(schema) { $0.firestore = true }
    }

    @Test(arguments: [
        (
            #"{"<a>": {"b": {"c": "Int"}}}"#,
            #"1:3-6 Firestore's collections have fixed names, so the root can't have a placeholder | put it into a collection: "items": { "<a>": … }"#
        ),
        (
            #"{"a": "A"}"#,
            #"1:3-4 'a' would be a collection in Firestore, and 'A' is a value | a collection has documents: "a": { "<id>": … } | a single value is a document: "settings": { "a": … }"#
        ),
        (
            #"{"a": "Int?"}"#,
            #"1:3-4 'a' would be a collection in Firestore, and 'Int?' is a value | a collection has documents: "a": { "<id>": … } | a single value is in a document: "settings": { "main": { "a": … } }"#
        ),
        (
            #"{"a": {"$type": "A", "<b>": {"c": "Int"}}}"#,
            #"1:18-19 'a' is a collection in Firestore, which has no value of its own | leave out "$type", or put the value into a document of the collection"#
        ),
    ])
    func childrenOfTheRootAreCollections(schema: String, finding: String) {
        #expect(Self.briefly(schema) == [finding])
    }

    @Test(arguments: [
        (
            #"{"a": {"<b>": "Int?"}}"#,
            #"1:9-12 a child of 'a' is a document in Firestore, and 'Int?' has no fields | put the value into a field: { "<b>": { "value": "Int?" } }"#
        ),
        (
            #"{"a": {"b": "Date"}}"#,
            #"1:9-10 a child of 'a' is a document in Firestore, and 'Date' has no fields | put it into a document: "a": { "main": { "b": "Date" } }"#
        ),
        (
            #"{"a": {"b": {"$firestore": "map", "c": "Int"}}}"#,
            #"1:15-25 "$firestore" is for the children of documents; this is a document | leave it out: the children of the root are collections, and the children of collections documents"#
        ),
        (
            #"{"a": {"$firestore": "map", "b": {"c": "Int"}}}"#,
            #"1:9-19 "$firestore" is for the children of documents; this is a collection | leave it out: the children of the root are collections, and the children of collections documents"#
        ),
    ])
    func childrenOfCollectionsAreDocuments(schema: String, finding: String) {
        #expect(Self.briefly(schema) == [finding])
    }

    @Test(arguments: [
        (
            #"{"a": {"<b>": {"c": {"<d>": "D"}}}}"#,
            #"1:17-18 'c' may be a subcollection, or a map in its document: the schema doesn't say what a 'D' is | "$firestore": "subcollection" makes each child a document, "$firestore": "map" a field | or list children of 'D', which then is a document"#
        ),
        (
            #"{"a": {"<b>": {"c": {"$firestore": "subcollection", "d": "String"}}}}"#,
            #"1:54-55 a child of 'c' is a document in Firestore, and 'String' has no fields | put it into a document: "c": { "main": { "d": "String" } }"#
        ),
        (
            #"{"a": {"<b>": {"c": {"d": {"$firestore": "subcollection", "<e>": {"f": "F"}}}}}}"#,
            #"1:29-39 a map in a document has no subcollections | leave it out, or move the child to the document itself"#
        ),
        (
            #"{"a": {"<b>": {"<c>": {"d": {"$firestore": "subcollection", "<e>": {"f": "F"}}}}}}"#,
            #"1:31-41 a map in a document has no subcollections | leave it out, or move the child to the document itself"#
        ),
        (
            #"{"a": {"<b>": {"__c__": {"d": "Int"}}}}"#,
            #"1:17-22 Firestore reserves keys that begin and end with two underscores | give the child another key; "$member" keeps the name of its property"#
        ),
    ])
    func childrenOfDocumentsAreFieldsAndSubcollections(schema: String, finding: String) {
        #expect(Self.briefly(schema) == [finding])
    }

    /// A field may be 20 keys deep, of 1,500 bytes with the dots between them.
    @Test(arguments: [
        (20, 1, nil), (21, 1, "this field is more than 20 keys deep in its document"),
        (2, 749, nil), (3, 499, nil),
        (
            2, 751,
            "the keys that lead from the document to this field have more than 1500 bytes together"
        ),
    ])
    func fieldsHaveLimits(depth: Int, count: Int, message: String?) {
        let key = String(repeating: "k", count: count)
        let open = String(repeating: #"{"\#(key)": "#, count: depth)
        let schema = #"{"a": {"<b>": \#(open)"Int"\#(String(repeating: "}", count: depth))}}"#
        let messages = Self.briefly(schema).map { $0.split(separator: " ", maxSplits: 1)[1] }
        #expect(
            messages.map { $0.components(separatedBy: " | ")[0] } == [message].compactMap(\.self))
    }

    @Test(arguments: [
        (
            #"{"a": {"$index": ".value", "<b>": "B"}}"#,
            #"1:19-25 documents have no value to order by | "$index" lists fields of the documents"#
        ),
        (
            #"{"a": {"$index": ["x", "c"], "<b>": {"x": "Int", "c": {"<d>": {"e": "Int"}}}}}"#,
            "1:25-26 documents can't be ordered by 'c', which is in a subcollection | order by a field, which each document has a copy in"
        ),
        (
            #"{"a": {"<b: Int>": {"c": "Int"}}}"#,
            #"1:13-16 Firestore orders documents by their IDs as texts: 10 comes before 9 | for pages in the order of numbers, order by a field, which "$index" names"#
        ),
        (
            #"{"a": {"<b>": {"c": {"<d: Int>": {"e": "Int"}}}}}"#,
            #"1:27-30 Firestore orders documents by their IDs as texts: 10 comes before 9 | for pages in the order of numbers, order by a field, which "$index" names"#
        ),
    ])
    func documentsAreOrderedByFieldsOrText(schema: String, finding: String) {
        #expect(Self.briefly(schema) == [finding])
    }

    @Test(arguments: [
        #"{"a": {"$index": "c", "<b: Int>": {"c": "Int"}}}"#,
        // A map is ordered here.
        #"{"a": {"<b>": {"c": {"$index": ".value", "<d: Int>": "Int"}}}}"#,
        #"{"a": {"$index": "c/d", "<b>": {"c": {"d": "Int"}}}}"#,
    ])
    func otherOrdersAreAllowed(schema: String) {
        #expect(Self.briefly(schema) == [])
    }

    @Test func datesInTypesThatTheSchemaDoesNotListAreNotedOnce() {
        let schema =
            #"{"a": {"<b>": "A"}, "c": {"<d>": {"e": "[E?]", "f": "A", "g": {"$type": "G", "h": "Date"}}}}"#
        #expect(
            Self.briefly(schema) == [
                #"1:16-17 dates in 'A', if it has any, are stored as numbers | 1:41-45 those in 'E', too | list the dates of a type, as in { "$type": "Message", "sentAt": "Date" }"#
            ])
        let values = #"{"a": {"<b>": {"c": "[TreeValue]", "d": "[String: Date?]", "e": "Data"}}}"#
        #expect(Self.briefly(values) == [])
    }

    @Test func manyTypesWithDatesAreOneNote() {
        let fields = (1...12).map { #""f\#($0)": "T\#($0)""# }.joined(separator: ", ")
        let findings = Self.briefly(#"{"a": {"<b>": {\#(fields)}}}"#)
        #expect(findings.count == 1)
        #expect(findings[0].contains("'T10', too | and 2 other types' | list"))
    }

    /// With errors in the schema, the notes would be in their way.
    @Test func notesAreForSchemasWithoutErrors() {
        let findings = Self.briefly(#"{"a": {"<b>": "A"}, "c": "C"}"#)
        #expect(findings.map { $0.prefix(8) } == ["1:22-23 "])
    }

    @Test func unreadablePartsHaveNoErrorsThatFollow() {
        let findings = Self.briefly(
            #"{"a": {"<b>": {"c": {"$typo": 1, "<d>": "D"}}}, "e": {"$x": 1}}"#)
        #expect(findings.count == 2)
        #expect(findings.allSatisfy { $0.contains("unknown directive") })
    }

    @Test func otherRuntimesHaveNoFirestore() {
        let findings = briefFindings(#"{"a": {"<b>": {"c": "Int"}}}"#) {
            $0.firestore = true
            $0.runtime = "FireSwift"
        }
        #expect(
            findings == ["1:1-2 FireSwift has no Firestore | leave out the option \"firestore\""])
    }

    @Test func filesThatDisagreeAreReported() {
        let findings = briefFindings(
            #"{"a": {"<b>": {"c": {"$firestore": "map", "<d>": "D"}}}}"#,
            #"{"a": {"<b>": {"c": {"$firestore": "subcollection", "<d>": "D"}}}}"#)
        #expect(
            findings == [
                #"2:1:37-50 "$firestore" is different in another file | 1:1:37-40 the other one is here"#
            ])
    }
}
