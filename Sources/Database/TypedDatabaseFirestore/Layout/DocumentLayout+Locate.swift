import TypedDatabase

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
