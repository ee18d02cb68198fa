import Testing

@testable import PathSchema

/// What each object of a schema becomes.
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
        var names = NameTable()
        var diagnostics = Diagnostics()
        let document = JSONReader.read(
            SourceText(name: "", text: schema), index: 0, names: &names,
            reportingTo: &diagnostics)
        let built = try #require(
            TreeBuilder.build(document, names: &names, reportingTo: &diagnostics))
        #expect(diagnostics.inDocumentOrder.map(\.message) == [])
        #expect(describeChildren(of: Tree.root, in: built, names) == tree)
    }

    private func describeChildren(of node: Int, in tree: Tree, _ names: NameTable) -> String {
        tree.children(of: node).map { child in
            tree[child].isWildcard
                ? "* \(describeWildcard(child, in: tree, names))"
                : "\(names[tree[child].key]) \(describe(child, in: tree, names))"
        }
        .joined(separator: " ")
    }

    private func describe(_ node: Int, in tree: Tree, _ names: NameTable) -> String {
        let type = tree[node].type.map { names[$0.value] }
        switch tree[node].shape {
        case .leaf: return "= \(type ?? "")"
        case .collection: return describeWildcard(tree.element(of: node), in: tree, names)
        case .branch:
            let model = type.map { "\($0) " } ?? ""
            return "\(model){ \(describeChildren(of: node, in: tree, names)) }"
        }
    }

    private func describeWildcard(_ wildcard: Int, in tree: Tree, _ names: NameTable) -> String {
        let keyType = tree.keyType(of: wildcard).map { names[$0.value] } ?? "String"
        let element = describe(wildcard, in: tree, names)
        return "[\(names[tree[wildcard].key]): \(keyType)] \(element)"
    }
}
