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
        #expect(built.root.children.map { describe($0, names) }.joined(separator: " ") == tree)
    }

    private func describe(_ child: Child, _ names: NameTable) -> String {
        switch child.key {
        case .named(let name): "\(names[name.value]) \(describe(child.tree, names))"
        case .wildcard(let placeholder):
            "* \(describe(placeholder, names)) \(describe(child.tree, names))"
        }
    }

    private func describe(_ tree: Tree, _ names: NameTable) -> String {
        switch tree.shape {
        case .leaf(let type):
            return "= \(names[type.value])"
        case .collection(let placeholder, let element):
            return "\(describe(placeholder, names)) \(describe(element, names))"
        case .branch(let branch):
            let model = branch.model.map { "\(names[$0.value]) " } ?? ""
            return
                "\(model){ \(branch.children.map { describe($0, names) }.joined(separator: " ")) }"
        }
    }

    private func describe(_ placeholder: Placeholder, _ names: NameTable) -> String {
        "[\(names[placeholder.name.value]): \(placeholder.keyType.map { names[$0.value] } ?? "String")]"
    }
}
