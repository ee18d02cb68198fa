import TypedDatabase

/// An index of collections by a child, or by their elements' own values.
struct ChildIndex: Hashable, Sendable {
    /// The keys that lead to the collections; `nil` for a wildcard.
    let collection: [TreeKey?]

    /// A place below each element; the root for the element itself.
    let child: TreePlace

    /// - Parameters:
    ///   - collection: the keys, with wildcards as in security rules, `userPosts/$userId`; `""` for
    ///     the root.
    ///   - child: `createdAt`, `team/name`, or `.value`.
    /// - Throws: `TreeDatabaseError` for a key that ``TreeLimits`` don't allow.
    init(collection: String, child: String) throws {
        do {
            self.collection = try Self.keys(collection).map { key in
                key.text.hasPrefix("$") ? nil : try Self.checked(key)
            }
            self.child =
                try child == ".value" ? .root : TreePlace(Self.keys(child).map(Self.checked))
            if child.isEmpty { throw TreeDatabaseError(.invalidKey, "\"\" is no child") }
        } catch let error as TreeDatabaseError {
            throw TreeDatabaseError(
                error.kind,
                "there can't be an index of \(collection.debugDescription) by "
                    + "\(child.debugDescription): \(error.message)")
        }
    }

    private static func keys(_ text: String) -> [TreeKey] {
        text.isEmpty ? [] : TreePlace(slashSeparated: text, omittingEmptyKeys: false).keys
    }

    private static func checked(_ key: TreeKey) throws -> TreeKey {
        try TreeLimits.check(key, in: .root)
        return key
    }
}

extension ChildIndex {
    /// Returns the indexes of a list from generated code: for each pattern of collections, the
    /// children that order them.
    static func all(in list: [String: [String]]) throws -> Set<ChildIndex> {
        var indexes: Set<ChildIndex> = []
        for (collection, children) in list {
            for child in children {
                indexes.insert(try ChildIndex(collection: collection, child: child))
            }
        }
        return indexes
    }

    /// The collection, as a parameter of ``init(collection:child:)``.
    var collectionText: String { collection.map { $0?.text ?? "$" }.joined(separator: "/") }

    /// The child, as a parameter of ``init(collection:child:)``.
    var childText: String { child == .root ? ".value" : child.description }
}

// MARK: - Places

extension ChildIndex {
    /// The part of an index that a change can affect.
    enum Extent: Hashable {
        case nothing
        /// One element.
        case element(TreePlace)
        /// All collections at the place or below it.
        case collections
    }

    func extent(ofChangeAt place: TreePlace) -> Extent {
        let count = matchingCount(of: place)
        if count < min(place.depth, collection.count) { return .nothing }
        if place.depth <= collection.count { return .collections }
        return .element(TreePlace(Array(place.keys.prefix(count + 1))))
    }

    /// Returns the number of a place's leading keys that match the collection's.
    func matchingCount(of place: TreePlace) -> Int {
        zip(collection, place.keys).prefix { $0 == nil || $0 == $1 }.count
    }

    /// Whether the index has the children of a place in an order.
    func has(_ order: TreeSelection.Order, at place: TreePlace) -> Bool {
        place.depth == collection.count && matchingCount(of: place) == place.depth
            && order == (child == .root ? .value : .child(child))
    }
}
