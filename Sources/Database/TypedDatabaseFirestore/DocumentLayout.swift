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
        /// The index of a node that shares its children with this one.
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

    /// Makes a layout of computed patterns.
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

    /// Returns the index of a pattern's node, after adding it if it is missing.
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

// MARK: - Locations

extension DocumentLayout {
    /// Returns the location of a place.
    ///
    /// - Throws: `TreeDatabaseError`: `unsupported` for a child of the root that is no collection,
    ///   `invalidKey` for a key that Firestore doesn't allow, `invalidValue` for a field that is too
    ///   deep.
    public func locate(_ place: TreePlace) throws(TreeDatabaseError) -> DocumentLocation {
        var location = DocumentLocation.root
        var node: Int? = Self.root
        for (depth, key) in place.keys.enumerated() {
            try DocumentLimits.check(key, at: place)
            let child = node.flatMap { self.child(key, of: $0) }
            let keys = TreePlace(Array(place.keys[...depth]))
            switch location {
            case .root:
                guard isCollection(child) else { throw unknownCollection(key, at: place) }
                location = .collection(keys)
            case .collection: location = .document(keys)
            case .document where isCollection(child): location = .collection(keys)
            case .document(let document): location = .field(of: document, [key])
            case .field(let document, let field):
                location = .field(of: document, field.appending(key))
            }
            node = child
        }
        try DocumentLimits.check(field: location.field, at: place)
        return location
    }

    /// The names of the collections at the root, sorted.
    public var collections: [TreeKey] { collections(of: Self.root) }

    /// Returns the names of the collections directly below a document, sorted.
    ///
    /// - Parameter document: the keys of a document from the root.
    public func subcollections(of document: TreePlace) -> [TreeKey] {
        node(at: document).map { collections(of: $0) } ?? []
    }

    /// Returns the layout of the fields of a document, or of a field: which are times.
    ///
    /// - Parameter place: the keys of a document or a field from the root.
    public func fields(at place: TreePlace) -> FieldLayout {
        FieldLayout(layout: self, node: node(at: place))
    }

    /// Whether a field of documents is a time, as for the bounds of a query.
    ///
    /// - Parameters:
    ///   - field: the keys from a document to the field.
    ///   - collection: the keys of the documents' collection from the root.
    public func isTime(_ field: TreePlace, ofDocumentsIn collection: TreePlace) -> Bool {
        guard let node = node(at: collection) else { return false }
        return children(of: node).contains {
            FieldLayout(layout: self, node: $0.node).child(at: field).isTime
        }
    }
}

extension DocumentLayout {
    private func isCollection(_ node: Int?) -> Bool {
        node.map { nodes[$0].isCollection } ?? false
    }

    private func collections(of node: Int) -> [TreeKey] {
        children(of: node).filter { nodes[$0.node].isCollection }.compactMap(\.key).sorted()
    }

    private func node(at place: TreePlace) -> Int? {
        place.keys.reduce(Self.root as Int?) { node, key in node.flatMap { child(key, of: $0) } }
    }

    private func unknownCollection(_ key: TreeKey, at place: TreePlace) -> TreeDatabaseError {
        let known = collections.map(\.text).joined(separator: ", ")
        return TreeDatabaseError(
            .unsupported, at: place,
            "the layout has no collection \(key.text.debugDescription) at the root; "
                + (known.isEmpty ? "it has none at all" : "it has: \(known)"))
    }
}

/// A place's location in Firestore.
public enum DocumentLocation: Hashable, Sendable {
    /// The root, whose children are collections.
    case root
    /// A collection, whose children are documents: its keys from the root.
    case collection(TreePlace)
    /// A document: its keys from the root.
    case document(TreePlace)
    /// A field, or a part of one: the keys of the document from the root, and those from the document
    /// to the field.
    case field(of: TreePlace, TreePlace)
}

extension DocumentLocation {
    /// The document that is the location or has the field; `nil` for a collection and the root.
    public var document: TreePlace? {
        switch self {
        case .root, .collection: nil
        case .document(let document), .field(let document, _): document
        }
    }

    /// The keys from the document to the field; none for a document itself.
    public var field: TreePlace {
        if case .field(_, let field) = self { field } else { .root }
    }
}

// MARK: - Fields

/// The layout of a field, or of all fields of a document, for writing a value part by part.
public struct FieldLayout: Sendable {
    let layout: DocumentLayout
    /// The index of the node; `nil` for a field that the layout doesn't list.
    let node: Int?

    /// Whether the value is a time: an integer, as milliseconds since 1970, that Firestore has as a
    /// timestamp.
    public var isTime: Bool { node.map { layout.nodes[$0].isTime } ?? false }

    /// Returns the layout of a child.
    public func child(_ key: TreeKey) -> FieldLayout {
        FieldLayout(layout: layout, node: node.flatMap { layout.child(key, of: $0) })
    }

    /// Returns the layout of the field at a place that is relative to this one.
    public func child(at place: TreePlace) -> FieldLayout {
        place.keys.reduce(self) { $0.child($1) }
    }
}

extension FieldLayout {
    /// The layout of a field that is a time.
    static let time = DocumentLayout(collections: [], times: ["time"]).fields(at: ["time"])

    /// The layout of a field that isn't listed.
    static let unlisted = DocumentLayout(collections: []).fields(at: ["unlisted"])
}

// MARK: - Orders

extension DocumentLayout {
    /// Throws unless the documents of a collection can be ordered by a field.
    func checkOrder(
        by field: TreePlace, of collection: TreePlace
    ) throws(TreeDatabaseError) {
        let document = collection.appending("document")
        for key in field.keys { try DocumentLimits.check(key, at: collection) }
        try DocumentLimits.check(field: field, at: collection)
        guard let first = field.keys.first, subcollections(of: document).contains(first) else {
            return
        }
        throw TreeDatabaseError(
            .unsupported, at: collection,
            "Firestore can't order documents by \"\(field)\": \(first) is a collection below each of "
                + "them; order by a field of the documents")
    }
}

// MARK: - Errors

extension DocumentLayout {
    /// The error for reading or writing the root.
    var rootError: TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: .root,
            "Firestore's root has collections, and no value: read and write one of "
                + collections.map(\.text).joined(separator: ", "))
    }

    /// Returns the error for writing a collection as a whole.
    static func collectionError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection, which Firestore can't write as a whole; set or remove its documents, "
                + "whose keys `keys(of:)` lists, in a batch")
    }

    /// Returns the error for a condition on a collection.
    static func collectionConditionError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection, whose state Firestore can't compare; read its documents in the "
                + "transaction, each at its own place")
    }

    /// Returns the error for a document that is to be something other than fields.
    static func scalarError(_ place: TreePlace, _ value: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a document, which has fields, and can't be \(value); put that into one of its "
                + "fields")
    }

    /// Returns the error for a field that is a collection.
    static func subcollectionError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection below the document, whose value is its own fields; write the "
                + "collection's documents at their own places")
    }
}
