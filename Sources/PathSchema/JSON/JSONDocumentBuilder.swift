/// Lines up the nodes of a document as they are read, and knows which containers are still open.
struct JSONDocumentBuilder {
    private(set) var nodes: [JSONDocument.Node] = []
    /// The texts of the strings, and of those of the run's earlier inputs.
    private(set) var names: NameTable
    /// The indices of the containers that are not closed yet, outermost first.
    private(set) var open: [Int] = []
    /// The kind of the innermost of them, which is asked for at each token.
    private(set) var containerKind: JSONDocument.Node.Kind?

    var last: JSONDocument.Node? { nodes.last }

    /// The innermost container that is not closed yet.
    var container: JSONDocument.Node? { open.last.map { nodes[$0] } }

    var isInContainer: Bool { containerKind != nil }

    var isInObject: Bool { containerKind == .object }

    init(names: NameTable, byteCount: Int) {
        self.names = names
        nodes.reserveCapacity(byteCount / 12)
    }

    mutating func append(_ content: JSONDocument.Node.Content, _ bytes: Range<Int>) {
        nodes.append(JSONDocument.Node(content, bytes))
    }

    /// Appends a string of which these bytes are between the quotes.
    mutating func appendString(_ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        let name = names.name(of: UnsafeBufferPointer(rebasing: text[bytes]))
        nodes.append(JSONDocument.Node(.string(name), bytes))
    }

    /// Appends a string with escapes.
    mutating func appendEscapedString(_ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        let name = JSONEscapes.decode(Array(text[bytes])[...])
            .withUnsafeBufferPointer { names.name(of: $0) }
        nodes.append(JSONDocument.Node(.string(name), bytes, hasEscapes: true))
    }

    /// Stands in for a key or a value that is missing, and marks what it is missing from.
    mutating func appendInvalid(at offset: Int) {
        appendInvalid(offset..<offset)
    }

    /// Stands in for a key or a value that can't be used.
    mutating func appendInvalid(_ bytes: Range<Int>) {
        append(.invalid, bytes)
        markContainerIncomplete()
    }

    /// Opens a container whose bracket is at an offset.
    mutating func push(_ container: JSONDocument.Node.Content, at offset: Int) {
        let node = JSONDocument.Node(container, offset..<offset + 1)
        open.append(nodes.count)
        nodes.append(node)
        containerKind = node.kind
    }

    /// Closes the innermost container at the offset behind its bracket.
    mutating func pop(at offset: Int) {
        guard let container = open.popLast() else { return }
        nodes[container].close(at: offset, nodeCount: nodes.count - container)
        containerKind = self.container?.kind
    }

    /// Closes the innermost container at an offset where its bracket is missing.
    mutating func popIncomplete(at offset: Int) {
        markContainerIncomplete()
        pop(at: offset)
    }

    private mutating func markContainerIncomplete() {
        guard let container = open.last else { return }
        nodes[container].isIncomplete = true
    }

    /// Notes that text was skipped, which may have belonged to any of the open containers.
    mutating func markIncomplete() {
        for container in open {
            nodes[container].isIncomplete = true
        }
    }

    /// Notes that something follows the text's only value.
    mutating func markRootIncomplete() {
        guard !nodes.isEmpty else { return }
        nodes[0].isIncomplete = true
    }
}
