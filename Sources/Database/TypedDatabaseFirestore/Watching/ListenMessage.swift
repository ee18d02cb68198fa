import TypedDatabase

// MARK: - From the client

/// A target, which the server watches for a client: a document, or the documents of a query.
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

// MARK: - From the server

/// A message of the server about targets and their documents.
enum ListenMessage: Sendable {
    case targetChange(TargetChange)
    case documentChange(ListenedDocument, targetIDs: [Int], removedTargetIDs: [Int])
    /// The document was deleted, or is no longer in the targets.
    case documentRemoval(name: String, removedTargetIDs: [Int])
    /// The number of documents that the target has.
    case filter(targetID: Int, count: Int)
}

/// A change of some targets.
struct TargetChange: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No change but of the resume token and the time.
        case none
        case added
        case removed
        /// All documents of the targets have been sent.
        case current
        /// The documents of the targets are to be forgotten; all are sent again.
        case reset
    }

    var kind = Kind.none
    /// The targets; all if this is empty.
    var targetIDs: [Int] = []
    var resumeToken: String?
    /// The time of the state that the targets are in; `nil` if that isn't consistent.
    var readTime: ReadTime?
    /// The reason for a removal by the server.
    var cause: FirestoreStatus?

    /// Whether the whole stream has reached a consistent state.
    var isConsistentState: Bool { kind == .none && targetIDs.isEmpty && readTime != nil }
}

/// A document that the server has sent.
struct ListenedDocument: Sendable {
    /// The full name, `projects/…/documents/users/ann`.
    var name: String
    /// The fields as a value; `nil` if there are none.
    var fields: TreeValue?
}

// MARK: - Parsing

extension ListenMessage {
    /// Parses the value of a message's only member; `nil` if the key is unknown.
    init?(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "targetChange": self = .targetChange(try TargetChange(&reader))
        case "documentChange": self = try .init(change: &reader)
        case "documentDelete", "documentRemove": self = try .init(removal: &reader)
        case "filter": self = try .init(filter: &reader)
        default:
            try reader.skipValue()
            return nil
        }
    }

    private init(change reader: inout JSONReader) throws(JSONError) {
        var document: ListenedDocument?
        var targetIDs: [Int] = []
        var removedTargetIDs: [Int] = []
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case "document": document = try ListenedDocument(&reader)
            case "targetIds": targetIDs = try reader.integers()
            case "removedTargetIds": removedTargetIDs = try reader.integers()
            default: try reader.skipValue()
            }
        }
        guard let document else { throw reader.error("a change without a document") }
        self = .documentChange(document, targetIDs: targetIDs, removedTargetIDs: removedTargetIDs)
    }

    private init(removal reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var targetIDs: [Int] = []
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case "document": name = try reader.string()
            case "removedTargetIds": targetIDs = try reader.integers()
            default: try reader.skipValue()
            }
        }
        guard let name else { throw reader.error("a removal without a document") }
        self = .documentRemoval(name: name, removedTargetIDs: targetIDs)
    }

    private init(filter reader: inout JSONReader) throws(JSONError) {
        var targetID: Int?
        var count = 0
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case "targetId": targetID = try reader.integer()
            case "count": count = try reader.integer()
            default: try reader.skipValue()
            }
        }
        guard let targetID else { throw reader.error("a filter without a target") }
        self = .filter(targetID: targetID, count: count)
    }
}

extension TargetChange {
    fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case "targetChangeType": kind = try Self.kind(&reader)
            case "targetIds": targetIDs = try reader.integers()
            case "resumeToken":
                let token = try reader.string()
                resumeToken = token.isEmpty ? nil : token
            case "readTime": readTime = try reader.time()
            case "cause": cause = try FirestoreStatus(&reader)
            default: try reader.skipValue()
            }
        }
    }

    private static func kind(_ reader: inout JSONReader) throws(JSONError) -> Kind {
        switch try reader.string() {
        case "NO_CHANGE": return .none
        case "ADD": return .added
        case "REMOVE": return .removed
        case "CURRENT": return .current
        case "RESET": return .reset
        case let kind: throw reader.error("an unknown change of a target: \(kind)")
        }
    }
}

extension ListenedDocument {
    fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var fields: TreeValue?
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case "name": name = try reader.string()
            case "fields": fields = try reader.fields()
            default: try reader.skipValue()
            }
        }
        guard let name else { throw reader.error("a document without a name") }
        self.init(name: name, fields: fields)
    }
}

extension JSONReader {
    fileprivate mutating func time() throws(JSONError) -> ReadTime {
        guard let time = ReadTime(try string()) else { throw error("expected a timestamp") }
        return time
    }
}
