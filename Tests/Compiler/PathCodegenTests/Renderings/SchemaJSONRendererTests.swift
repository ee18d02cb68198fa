import Foundation
import PathCodegen
import Testing

/// The fields that `GoldenTests` don't show, and properties of all documents.
@Suite struct SchemaJSONRendererTests {
    @Test func modelThatIsRepeatedRefersToItsChildren() throws {
        let admin = try SchemaDocument(of: Sample.social)["/admin"]
        #expect(admin["valueType"] == "User")
        #expect(admin["phantomType"] == nil)
        #expect(admin["childrenOf"] == "/users/$uid")
    }

    @Test func oddKeysComeBackAsTheyWere() throws {
        let document = try SchemaDocument(of: Sample.odd)
        #expect(document["/🎉 \"q\" `b` <i>"]["property"] == "party")
        #expect(document["/a\\b%{c}~|(d)*&"]["key"] == "a\\b%{c}~|(d)*&")
        #expect(document["/a\u{202E}b"]["property"] == "reordered")
        #expect(document["/direction LR/__x__"]["property"] == "__x__")
        #expect(document["/escapes/$xY"]["placeholder"] == "x y")
    }

    @Test(arguments: Sample.all)
    func pathsAreUniqueAndFollowTheirParents(schema: String) throws {
        var seen: Set<String> = []
        let document = try SchemaDocument(of: schema)
        for node in document.nodes {
            let path = try #require(node["path"] as? String)
            let components = path.split(separator: "/").map(String.init)
            #expect(seen.insert(path).inserted, "\(path) is there twice")
            guard let last = components.last else { continue }
            #expect(seen.contains("/" + components.dropLast().joined(separator: "/")))
            #expect(last.hasPrefix("$") == (node["key"] == nil))
            #expect((node["placeholder"] == nil) == (node["key"] as? String == last))
        }
    }

    @Test(arguments: Sample.all)
    func referencesLeadToNodesWithChildren(schema: String) throws {
        let document = try SchemaDocument(of: schema)
        for node in document.nodes {
            guard let reference = node["childrenOf"] as? String else { continue }
            let declaring = document[reference]
            #expect(declaring["childrenOf"] == nil)
            #expect(declaring["kind"] == node["kind"] as? String)
            #expect(document.nodes.contains { "\($0["path"] ?? "")".hasPrefix(reference + "/") })
        }
    }
}
