/// Assembles nodes as they are read, and tracks the open containers.
struct JSONNodeBuilder {
    enum ContainerKind {
        case object, array
    }

    /// An object or an array whose closing bracket hasn't been read yet.
    struct Container {
        let kind: ContainerKind
        let start: Int
        /// Whether the container is part of a `$comment`, which may contain any JSON.
        let isInComment: Bool
        fileprivate(set) var isIncomplete = false
        /// The key of the next value; `nil` if the key couldn't be read.
        fileprivate(set) var key: JSONString?
        fileprivate var hasKey = false
        fileprivate var members: [JSONMember] = []
        fileprivate var elements: [JSONNode] = []

        /// Appends an element, a key, or the value of the last key. The value of an unreadable key
        /// is dropped with the key.
        fileprivate mutating func append(_ node: JSONNode) {
            if kind == .array {
                elements.append(node)
            } else if !hasKey {
                if case .string(let string) = node.value { key = string }
                hasKey = true
            } else {
                if let key { members.append(JSONMember(key: key, value: node)) }
                key = nil
                hasKey = false
            }
        }
    }

    /// The text's only value, once it is complete.
    private(set) var root: JSONNode?
    /// The open containers, outermost first.
    private(set) var open: [Container] = []
    /// The kind of the innermost open container, cached because each token needs it.
    private(set) var containerKind: ContainerKind?
    private let source: Int

    /// The depth below which nodes are read and dropped. Later stages ignore them, and trees are
    /// walked and destroyed recursively.
    private static let maximumDepth = 2 * KeyRules.maximumDepth

    init(source: Int) {
        self.source = source
    }

    var isEmpty: Bool { root == nil && open.isEmpty }

    var isInObject: Bool { containerKind == .object }

    /// Appends a value, or a key.
    mutating func append(_ value: JSONNode.Value, from lower: Int, to upper: Int) {
        append(JSONNode(value: value, bytes: range(from: lower, to: upper)))
    }

    mutating func appendString(
        _ text: String, from lower: Int, to upper: Int, hasEscapes: Bool = false
    ) {
        let bytes = range(from: lower, to: upper)
        let string = JSONString(text: text, bytes: bytes, hasEscapes: hasEscapes)
        append(JSONNode(value: .string(string), bytes: bytes))
    }

    /// Appends a stand-in for a missing or unusable key or value.
    mutating func appendInvalid(from lower: Int, to upper: Int) {
        append(.invalid, from: lower, to: upper)
        markContainerIncomplete()
    }

    private mutating func append(_ node: JSONNode) {
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].append(node)
        }
    }

    mutating func push(_ kind: ContainerKind, at offset: Int) {
        let isInComment =
            open.last.map { $0.isInComment || $0.key?.text == DirectiveName.comment.rawValue }
            ?? false
        open.append(Container(kind: kind, start: offset, isInComment: isInComment))
        containerKind = kind
    }

    /// Closes the innermost container at the offset after its bracket.
    mutating func pop(at offset: Int, reportingTo diagnostics: inout Diagnostics) {
        guard var container = open.popLast() else { return }
        containerKind = open.isEmpty ? nil : open[open.count - 1].kind
        if container.kind == .object, !container.isInComment {
            DuplicateKeys.mark(in: &container.members, reportingTo: &diagnostics)
        }
        let isDropped = open.count >= Self.maximumDepth
        let value: JSONNode.Value =
            container.kind == .object
            ? .object(isDropped ? [] : container.members)
            : .array(isDropped ? [] : container.elements)
        append(
            JSONNode(
                value: value, bytes: range(from: container.start, to: offset),
                isIncomplete: container.isIncomplete))
    }

    mutating func markContainerIncomplete() {
        guard !open.isEmpty else { return }
        open[open.count - 1].isIncomplete = true
    }

    /// Marks all open containers as incomplete, since the skipped text may have belonged to any of
    /// them.
    mutating func markIncomplete() {
        for index in open.indices {
            open[index].isIncomplete = true
        }
    }

    /// Marks the root as incomplete, since more text follows it.
    mutating func markRootIncomplete() {
        root?.isIncomplete = true
    }

    private func range(from lower: Int, to upper: Int) -> SourceRange {
        SourceRange(source: source, lower: lower, upper: upper)
    }
}
