import TypedDatabase

/// The documents that a watch needs.
struct ListenTarget: Hashable, Sendable {
    enum Documents: Hashable, Sendable {
        /// The document at the place.
        case one
        /// All documents of the collection at the place.
        case all
        /// The documents of the collection that a query finds.
        case found(CollectionQuery)
    }

    /// The place of the document or the collection.
    let place: TreePlace
    let documents: Documents

    init(_ place: TreePlace, _ documents: Documents) {
        self.place = place
        self.documents = documents
    }

    /// Makes the target of a watch.
    init(
        _ place: TreePlace, _ selection: TreeSelection, _ layout: DocumentLayout
    ) throws(TreeDatabaseError) {
        switch try layout.locate(place) {
        case .root:
            throw layout.rootError
        case .document(let document), .field(let document, _): self.init(document, .one)
        case .collection(let collection):
            let query = try CollectionQuery(selection, of: collection, layout)
            // A target has no offset.
            let isAll = query.isOfEverything || query.isFromEnd
            self.init(collection, isAll ? .all : .found(query))
        }
    }

    /// Returns the place of a document, relative to that of the target; `nil` if the target can't
    /// have it.
    func place(of document: TreePlace) -> TreePlace? {
        guard place.contains(document) else { return nil }
        let depth = document.depth - place.depth
        return depth == (documents == .one ? 0 : 1) ? document.relative(to: place) : nil
    }

    /// The query of a collection's documents; `nil` for one document.
    fileprivate var query: StructuredQuery? {
        switch documents {
        case .one: nil
        case .all: StructuredQuery(collection: place)
        case .found(let query): query.query
        }
    }
}

/// A message of the client about a target.
enum ListenRequest: Hashable, Sendable {
    /// - Parameter resumeToken: the token of a state of the target, whose differences to the
    ///   current state are to be sent; `nil` for all documents.
    case add(Int, ListenTarget, resumeToken: String?)
    case remove(Int)

    /// Returns the message as JSON.
    func json(_ root: DocumentRoot) -> String {
        let content =
            switch self {
            case .add(let id, let target, let token):
                "\"addTarget\":{\"targetId\":\(id),\(target.json(root))"
                    + (token.map { ",\"resumeToken\":\($0.json)" } ?? "") + "}"
            case .remove(let id): "\"removeTarget\":\(id)"
            }
        return "{\"database\":\(root.database.json),\(content)}"
    }
}

extension ListenTarget {
    /// Returns the target as a member of a JSON object.
    fileprivate func json(_ root: DocumentRoot) -> String {
        guard let query else {
            return "\"documents\":{\"documents\":[\(root.name(of: place).json)]}"
        }
        let parent = root.name(of: query.parent).json
        let json = String(decoding: query.json(root), as: UTF8.self)
        return "\"query\":{\"parent\":\(parent),\"structuredQuery\":\(json)}"
    }
}

extension String {
    /// The text as a string of JSON.
    fileprivate var json: String {
        String(decoding: JSONWriter.bytes(.string(self)), as: UTF8.self)
    }
}
