import Testing

@testable import PathSchema

/// The kind of node that each object of a schema becomes.
@Suite struct NodeTests {
    @Test(arguments: [
        (#"{"a": "A"}"#, "a = A"),
        (#"{"a": {"b": "B"}}"#, "a { b = B }"),
        (#"{"a": {"<id>": "A"}}"#, "a [id: String] = A"),
        (#"{"a": {"<id: AID>": "A"}}"#, "a [id: AID] = A"),
        (#"{"a": {"<id:AID>": {"b": "B"}}}"#, "a [id: AID] { b = B }"),
        (#"{"a": {"<x>": {"<y>": {"<z>": "A"}}}}"#, "a [x: String] [y: String] [z: String] = A"),
        (#"{"a": {"b": "B", "<id>": "A"}}"#, "a { b = B * [id: String] = A }"),
        (#"{"a": {"$type": "A"}}"#, "a = A"),
        (#"{"a": {"$type": "A", "b": "B"}}"#, "a A { b = B }"),
        (#"{"a": {"$type": "A", "<id>": "B"}}"#, "a A { * [id: String] = B }"),
        (#"{"<id>": "A"}"#, "* [id: String] = A"),
        (#"{"<id>": "A", "b": "B"}"#, "* [id: String] = A b = B"),
        (#"{"a": {"$comment": 1, "<id>": "A", "$schema": []}}"#, "a [id: String] = A"),
        (#"{"a": {"<my id>": "A"}}"#, "a [my id: String] = A"),
    ])
    func objectIsWhatItsKeysSay(schema: String, tree: String) throws {
        var diagnostics = Diagnostics()
        let source = SourceText(name: "", text: schema)
        let document = try #require(
            JSONReader.read(source, index: 0, reportingTo: &diagnostics))
        let built = try #require(TreeBuilder.build(document, reportingTo: &diagnostics))
        #expect(diagnostics.inDocumentOrder.map(\.message) == [])
        #expect(describe(built.children) == tree)
    }

    private func describe(_ children: [Tree]) -> String {
        children.map { child in
            child.isWildcard
                ? "* \(describeWildcard(child))" : "\(child.key) \(describe(child.content))"
        }
        .joined(separator: " ")
    }

    private func describe(_ content: Tree.Content) -> String {
        switch content {
        case .leaf(let type): "= \(type.value.text)"
        case .collection(let element): describeWildcard(element)
        case .branch(let model, let children):
            "\(model.map { "\($0.value.text) " } ?? ""){ \(describe(children)) }"
        }
    }

    private func describeWildcard(_ wildcard: Tree) -> String {
        "[\(wildcard.key): \(wildcard.keyType?.value.text ?? "String")] \(describe(wildcard.content))"
    }
}
