/// A JSON text as it was read: its values in document order, each with the range it was written at.
///
/// The nodes lie flat in one array, a container before what it contains, and an object's keys between
/// its values. That makes reading a single pass without recursion, whatever the depth.
struct JSONDocument {
    let source: SourceText

    /// Which of the run's inputs this is.
    let sourceIndex: Int32

    /// The nodes in document order; the first is the text's only value. Empty if nothing was read.
    var nodes: [Node] = []

    /// A value or a key, in 16 bytes, as there is one for every few bytes of the text.
    struct Node {
        enum Kind: UInt8 {
            case object, array, string, number, boolean, null
            /// A place where no value could be read; reported already.
            case invalid
        }

        /// A kind, and what only values of this kind have: a container how many nodes it takes, with itself
        /// and all that is in it.
        enum Content {
            case object(nodeCount: Int32 = 1)
            case array(nodeCount: Int32 = 1)
            case string(Name)
            case number, boolean, null, invalid
        }

        private(set) var content: Content

        /// Whether a string has escape sequences, so that its text is not the bytes of its range.
        var hasEscapes = false

        /// Whether this is a key that its object has already; reported already.
        var isDuplicate = false

        /// Whether something inside a container could not be read, so that nothing can be said of what
        /// it lacks.
        var isIncomplete = false

        /// The bytes of the value; of a string, those between its quotes.
        let lower: UInt32
        private(set) var upper: UInt32
    }
}

extension JSONDocument.Node {
    /// - Parameter bytes: fit into 32 bits, as all of a text's do that is not larger than is read.
    init(_ content: Content, _ bytes: Range<Int>, hasEscapes: Bool = false) {
        self.content = content
        self.hasEscapes = hasEscapes
        lower = UInt32(truncatingIfNeeded: bytes.lowerBound)
        upper = UInt32(truncatingIfNeeded: bytes.upperBound)
    }

    var bytes: Range<Int> { Int(lower)..<Int(upper) }

    var kind: Kind {
        switch content {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .boolean: .boolean
        case .null: .null
        case .invalid: .invalid
        }
    }

    /// The text of a string.
    var name: Name {
        if case .string(let name) = content { name } else { .none }
    }

    /// How many nodes this value takes, with itself and all that is in it.
    var nodeCount: Int {
        switch content {
        case .object(let count), .array(let count): Int(count)
        case .string, .number, .boolean, .null, .invalid: 1
        }
    }

    /// Ends a container that was open, at the offset behind its bracket.
    mutating func close(at offset: Int, nodeCount: Int) {
        upper = UInt32(truncatingIfNeeded: offset)
        let count = Int32(nodeCount)
        content = kind == .object ? .object(nodeCount: count) : .array(nodeCount: count)
    }
}

extension JSONDocument {
    /// The range of a value; of a string what is between its quotes, or the two quotes if nothing is.
    func range(of index: Int) -> SourceRange {
        let node = nodes[index]
        let quotes = node.kind == .string && node.lower == node.upper ? 1 : 0
        return SourceRange(
            source: sourceIndex, lower: Int(node.lower) - quotes, upper: Int(node.upper) + quotes)
    }

    /// The range that stands for a value in a diagnostic: of a container its opening bracket, of
    /// anything else all of it.
    func opening(of index: Int) -> SourceRange {
        switch nodes[index].kind {
        case .object, .array: range(of: index).slice(from: 0, count: 1)
        case .string, .number, .boolean, .null, .invalid: range(of: index)
        }
    }

    /// The text of a string.
    func text(of index: Int) -> String {
        let node = nodes[index]
        let written = source.utf8[node.bytes]
        return String(
            decoding: node.hasEscapes ? JSONEscapes.decode(written) : written, as: UTF8.self)
    }

    /// The indices of an object's keys, in document order; each one's value is the node behind it. Keys
    /// that could not be read are left out.
    func keys(of object: Int) -> Keys {
        Keys(nodes: nodes, key: object + 1, end: object + nodes[object].nodeCount)
    }

    /// The indices of an array's elements.
    func elements(of array: Int) -> [Int] {
        var elements: [Int] = []
        var next = array + 1
        let end = array + nodes[array].nodeCount
        while next < end {
            elements.append(next)
            next += nodes[next].nodeCount
        }
        return elements
    }

    struct Keys: Sequence, IteratorProtocol {
        fileprivate let nodes: [Node]
        fileprivate var key: Int
        fileprivate let end: Int

        mutating func next() -> Int? {
            while key < end {
                let current = key
                key += 1 + nodes[current + 1].nodeCount
                if nodes[current].kind != .invalid { return current }
            }
            return nil
        }
    }
}
