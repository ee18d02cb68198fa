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
    /// The nodes of the tree of all patterns.
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
        /// The index of the node whose children this one has, too.
        var recurring: Int?
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
    ///   - siblings: children in no other list that a placeholder beside them doesn't stand for.
    ///   - times: integers, as milliseconds since 1970, that Firestore has as timestamps.
    ///   - recurring: patterns that have the children of another pattern, which may contain them.
    public init(
        collections: [String], siblings: [String] = [], times: [String] = [],
        recurring: KeyValuePairs<String, String> = [:]
    ) {
        self.init(
            collections: collections, siblings: siblings, times: times,
            recurring: recurring.map { $0 })
    }

    /// Makes a layout of patterns that aren't known before.
    package init(
        collections: [String], siblings: [String], times: [String],
        recurring: [(key: String, value: String)]
    ) {
        for pattern in collections { nodes[addNode(at: pattern)].isCollection = true }
        for pattern in siblings { _ = addNode(at: pattern) }
        for pattern in times { nodes[addNode(at: pattern)].isTime = true }
        for (pattern, other) in recurring {
            let node = addNode(at: pattern)
            nodes[node].recurring = addNode(at: other)
        }
    }
}

extension DocumentLayout {
    /// The index of the root in ``nodes``.
    static let root = 0

    /// Returns the index of the node for a stored key; `nil` if the layout has none.
    func child(_ key: TreeKey, of node: Int) -> Int? {
        listedChild(key, of: node)
            ?? nodes[node].recurring.flatMap { listedChild(key, of: $0) }
    }

    private func listedChild(_ key: TreeKey, of node: Int) -> Int? {
        nodes[node].children[key] ?? nodes[node].placeholder
    }

    /// Returns the indices of all children that the layout has.
    func children(of node: Int) -> [(key: TreeKey?, node: Int)] {
        [node, nodes[node].recurring].compactMap(\.self).flatMap { node in
            nodes[node].children.map { ($0.key, $0.value) }
                + (nodes[node].placeholder.map { [(nil, $0)] } ?? [])
        }
    }

    /// Returns the index of a pattern's node, which is made if it is missing.
    private mutating func addNode(at pattern: String) -> Int {
        Self.keys(of: pattern).reduce(Self.root) { addChild($1, of: $0) }
    }

    private mutating func addChild(_ key: TreeKey, of node: Int) -> Int {
        let known = Self.isPlaceholder(key) ? nodes[node].placeholder : nodes[node].children[key]
        if let known { return known }
        let child = nodes.count
        nodes.append(Node())
        if Self.isPlaceholder(key) {
            nodes[node].placeholder = child
        } else {
            nodes[node].children[key] = child
        }
        return child
    }

    private static func keys(of pattern: String) -> [TreeKey] {
        TreePlace(slashSeparated: pattern).keys
    }

    private static func isPlaceholder(_ key: TreeKey) -> Bool {
        key.text.utf8.first == UInt8(ascii: "<")
    }
}
