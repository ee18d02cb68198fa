/// Lines up the nodes of a document as they are read, and knows which containers are still open.
struct JSONDocumentBuilder {
    private(set) var nodes: [JSONDocument.Node] = []
    /// The texts of the strings, and of those of the run's earlier inputs.
    private(set) var names: NameTable
    /// The indices of the containers that are not closed yet, outermost first.
    private(set) var open: [Int] = []

    var last: JSONDocument.Node? { nodes.last }

    /// The innermost container that is not closed yet.
    var container: JSONDocument.Node? { open.last.map { nodes[$0] } }

    var isInObject: Bool { container?.kind == .object }

    init(names: NameTable, byteCount: Int) {
        self.names = names
        nodes.reserveCapacity(byteCount / 12)
    }

    mutating func append(_ kind: JSONDocument.Node.Kind, _ bytes: Range<Int>) {
        nodes.append(
            JSONDocument.Node(
                kind: kind, lower: UInt32(bytes.lowerBound), upper: UInt32(bytes.upperBound),
                end: Int32(nodes.count + 1)))
    }

    /// Appends a string of which these bytes are between the quotes.
    mutating func appendString(
        _ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, hasEscapes: Bool = false
    ) {
        append(.string, bytes)
        let written = UnsafeBufferPointer(rebasing: text[bytes])
        nodes[nodes.count - 1].hasEscapes = hasEscapes
        nodes[nodes.count - 1].name =
            hasEscapes
            ? JSONEscapes.decode(Array(written)[...])
                .withUnsafeBufferPointer { names.name(of: $0) }
            : names.name(of: written)
    }

    /// Stands in for a key or a value that is missing, and marks what it is missing from.
    mutating func appendInvalid(at offset: Int) {
        appendInvalid(offset..<offset)
    }

    /// Stands in for a key or a value that can't be used.
    mutating func appendInvalid(_ bytes: Range<Int>) {
        append(.invalid, bytes)
        if let container = open.last {
            nodes[container].isIncomplete = true
        }
    }

    /// Opens a container whose bracket is at an offset.
    mutating func push(_ kind: JSONDocument.Node.Kind, at offset: Int) {
        open.append(nodes.count)
        append(kind, offset..<offset + 1)
    }

    /// Closes the innermost container at the offset behind its bracket.
    mutating func pop(at offset: Int, isIncomplete: Bool = false) {
        guard let container = open.popLast() else { return }
        nodes[container].upper = UInt32(offset)
        nodes[container].end = Int32(nodes.count)
        if isIncomplete {
            nodes[container].isIncomplete = true
        }
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
