/// Puts nodes together as they are read, and knows which containers are still open.
struct JSONNodeBuilder {
    enum ContainerKind {
        case object, array
    }

    /// An object or an array whose closing bracket has not been read yet.
    struct Container {
        let kind: ContainerKind
        let start: Int
        /// Whether it is part of a `$comment`, which may hold anything.
        let isInComment: Bool
        fileprivate(set) var isIncomplete = false
        /// The key that the next value belongs to: `nil` where it could not be read.
        fileprivate(set) var key: JSONString?
        fileprivate var hasKey = false
        fileprivate var members: [JSONMember] = []
        fileprivate var elements: [JSONNode] = []

        /// Appends an element, a key, or the value of the last key. The value of a key that could not
        /// be read is dropped with it.
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
    /// Outermost first.
    private(set) var open: [Container] = []
    /// The kind of the innermost open container, which is asked for at each token.
    private(set) var containerKind: ContainerKind?
    private let source: Int

    /// The depth below which nodes are read and then dropped. No stage looks at them, and trees are
    /// walked and destroyed by recursion.
    private static let maximumDepth = 2 * KeyRules.maximumDepth

    init(source: Int) {
        self.source = source
    }

    var isEmpty: Bool { root == nil && open.isEmpty }

    var isInObject: Bool { containerKind == .object }

    /// Appends a value, or the key of one.
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

    /// Stands in for a key or a value that is missing or can't be used.
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

    /// Notes that text was skipped, which may have belonged to any of the open containers.
    mutating func markIncomplete() {
        for index in open.indices {
            open[index].isIncomplete = true
        }
    }

    /// Notes that something follows the text's only value.
    mutating func markRootIncomplete() {
        root?.isIncomplete = true
    }

    private func range(from lower: Int, to upper: Int) -> SourceRange {
        SourceRange(source: source, lower: lower, upper: upper)
    }
}
