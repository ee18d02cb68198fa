import TypedDatabase

/// The parts of a tree that Firestore has as collections, documents and fields.
///
/// ```swift
/// let layout = DocumentLayout(
///     collections: ["rooms", "rooms/<roomId>/messages"],
///     times: ["rooms/<roomId>/messages/<messageId>/sentAt"])
/// try layout.locate(["rooms", "swift", "messages", "m1", "sentAt"])
/// // .field(of: rooms/swift/messages/m1, sentAt)
/// ```
///
/// For a schema with the option `firestore`, `generate-paths` makes `Root.documents`.
///
/// A pattern is keys, joined by `/`; one in angle brackets stands for any key that no sibling has.
/// The children of a collection are documents, with IDs that the layout lists or not. The children of
/// a document are its fields, unless they are collections. Everything below a field is a field.
public struct DocumentLayout: Sendable {
    /// The nodes of the tree of all patterns. Patterns that recur make it a graph.
    private(set) var nodes = [Node()]

    /// A node of the tree of patterns.
    struct Node: Sendable {
        /// Whether the node is a collection, if it is a child of the root or of a document.
        var isCollection = false
        var isTime = false
        /// The indices of children with keys of their own.
        var children: [TreeKey: Int] = [:]
        /// The index of the child that stands for all other keys.
        var placeholder: Int?
    }

    /// Makes a layout of patterns.
    ///
    /// ```swift
    /// DocumentLayout(
    ///     collections: ["comments", "comments/<commentId>/replies"],
    ///     recurring: ["comments/<commentId>/replies/<replyId>": "comments/<commentId>"])
    /// ```
    ///
    /// - Parameters:
    ///   - collections: children of the root and of documents whose children are documents.
    ///   - times: integers, as milliseconds since 1970, that Firestore has as timestamps.
    ///   - recurring: patterns that have the layout of another pattern, which may contain them.
    public init(
        collections: [String], times: [String] = [], recurring: [String: String] = [:]
    ) {
        for pattern in collections { nodes[addNode(at: pattern)].isCollection = true }
        for pattern in times { nodes[addNode(at: pattern)].isTime = true }
        for (pattern, other) in recurring { add(pattern, as: other) }
    }
}

extension DocumentLayout {
    /// The index of the root in ``nodes``.
    static let root = 0

    /// Returns the index of the node for a stored key; `nil` if the layout has none.
    func child(_ key: TreeKey, of node: Int) -> Int? {
        nodes[node].children[key] ?? nodes[node].placeholder
    }

    /// Returns the index of a pattern's node, which is made if it is missing.
    private mutating func addNode(at pattern: String) -> Int {
        Self.keys(of: pattern).reduce(Self.root) { addChild($1, of: $0) }
    }

    private mutating func addChild(_ key: TreeKey, of node: Int) -> Int {
        let known = Self.isPlaceholder(key) ? nodes[node].placeholder : nodes[node].children[key]
        if let known { return known }
        nodes.append(Node())
        set(nodes.count - 1, for: key, of: node)
        return nodes.count - 1
    }

    private mutating func set(_ child: Int, for key: TreeKey, of node: Int) {
        if Self.isPlaceholder(key) {
            nodes[node].placeholder = child
        } else {
            nodes[node].children[key] = child
        }
    }

    private mutating func add(_ pattern: String, as other: String) {
        let keys = Self.keys(of: pattern)
        guard let last = keys.last else { return }
        let parent = keys.dropLast().reduce(Self.root) { addChild($1, of: $0) }
        set(addNode(at: other), for: last, of: parent)
    }

    private static func keys(of pattern: String) -> [TreeKey] {
        TreePlace(slashSeparated: pattern).keys
    }

    private static func isPlaceholder(_ key: TreeKey) -> Bool {
        key.text.utf8.first == UInt8(ascii: "<")
    }
}
