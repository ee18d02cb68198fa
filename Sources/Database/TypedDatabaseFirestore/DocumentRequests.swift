import DatabaseTransport
import TypedDatabase

extension FirestoreEngine {
    /// Reads the documents of some locations in one consistent state: only the fields that any of
    /// the locations has, or all fields if one is a whole document.
    func documents(
        of locations: [DocumentLocation], at place: TreePlace?
    ) async throws -> [TreePlace: ReadDocument] {
        let fields = Set(locations.map(\.field))
        let mask = Set(fields.map(\.withoutIndices)).map(FieldPath.text)
        return try await documents(
            Set(locations.compactMap(\.document)), mask: fields.contains(.root) ? nil : mask,
            at: place)
    }

    /// Returns the documents that exist, even without any field.
    func existing(_ documents: [TreePlace]) async throws -> Set<TreePlace> {
        Set(try await self.documents(documents, mask: [], at: documents.first).keys)
    }

    /// - Parameter mask: the paths of the fields to read; `nil` for all.
    private func documents(
        _ documents: some Sequence<TreePlace>, mask: [String]?, at place: TreePlace?
    ) async throws -> [TreePlace: ReadDocument] {
        let names = documents.map(client.root.name)
        var members: [JSONWriter.Member] = [
            ("documents", { $0.writeArray(names) { $1.write($0) } })
        ]
        if let mask { members.append(("mask", { $0.write(mask: mask) })) }
        let call = FirestoreCall(
            method: .batchGet, body: JSONWriter.bytes(members: members), errorPlace: place)
        let response = try await client.response(to: call)
        return try parsed(response, at: place) { json throws(JSONError) in
            try DocumentsAnswer(json, client.root).documents
        }
    }

    /// - Parameter readTime: the time of the state to read; `nil` for now.
    func run(
        _ query: StructuredQuery, at place: TreePlace, readTime: String? = nil
    ) async throws -> [FoundDocument] {
        let root = client.root
        var members: [JSONWriter.Member] = [("structuredQuery", { $0.write(query, root) })]
        if let readTime { members.append(("readTime", { $0.write(readTime) })) }
        let call = FirestoreCall(
            method: .runQuery, parent: query.parent, body: JSONWriter.bytes(members: members),
            errorPlace: place)
        return try parsed(await client.response(to: call), at: place, QueryAnswer.init).documents
    }

    /// Counts the documents that a query finds.
    func count(of query: StructuredQuery, at place: TreePlace) async throws -> CountAnswer {
        let root = client.root
        var query = query
        query.fields = nil
        let counted: [JSONWriter.Member] = [
            ("structuredQuery", { [query] in $0.write(query, root) }),
            ("aggregations", { $0.write(raw: #"[{"alias":"n","count":{}}]"#) }),
        ]
        let call = FirestoreCall(
            method: .runAggregationQuery, parent: query.parent,
            body: JSONWriter.bytes(members: [
                ("structuredAggregationQuery", { $0.write(members: counted) })
            ]), errorPlace: place)
        return try parsed(await client.response(to: call), at: place, CountAnswer.init)
    }

    private func parsed<Answer>(
        _ response: HTTPResponse, at place: TreePlace?,
        _ parse: ([UInt8]) throws(JSONError) -> Answer
    ) throws -> Answer {
        do {
            return try parse(response.body)
        } catch {
            throw TreeDatabaseError(
                .unavailable, at: place, "the server's answer can't be read: \(error)")
        }
    }
}

extension TreePlace {
    /// The field up to the first key that may be the index of an array: a mask finds no elements of
    /// arrays.
    fileprivate var withoutIndices: TreePlace {
        let index = keys.dropFirst().firstIndex { $0.integer != nil } ?? keys.endIndex
        return TreePlace(Array(keys[..<index]))
    }
}

// MARK: - Answers

/// The answer to a request for documents by their names.
struct DocumentsAnswer {
    /// The documents that exist. Names are places, not texts, since Swift takes some texts of
    /// different bytes for equal.
    private(set) var documents: [TreePlace: ReadDocument] = [:]

    init(_ json: [UInt8], _ root: DocumentRoot) throws(JSONError) {
        var documents: [TreePlace: ReadDocument] = [:]
        try JSONReader.readElements(json) { member, reader throws(JSONError) in
            guard member == "found" else {
                _ = try reader.value()
                return
            }
            let (name, document) = try reader.document()
            if let place = root.place(ofName: name) { documents[place] = document }
        }
        self.documents = documents
    }
}

/// The answer to a query.
struct QueryAnswer {
    private(set) var documents: [FoundDocument] = []

    init(_ json: [UInt8]) throws(JSONError) {
        var documents: [FoundDocument] = []
        try JSONReader.readElements(json) { member, reader throws(JSONError) in
            guard member == "document" else {
                _ = try reader.value()
                return
            }
            let (name, document) = try reader.document()
            let id = String(decoding: name.utf8.split(separator: 0x2F).last ?? [], as: UTF8.self)
            documents.append(FoundDocument(key: TreeKey(id), value: document.value))
        }
        self.documents = documents
    }
}

/// The answer to a commit.
struct CommitAnswer {
    /// The time of the commit, from which on every state has it.
    private(set) var time: ReadTime?

    /// Returns `nil` for an answer that can't be read.
    init?(_ json: [UInt8]) {
        guard case .string(let time)? = (try? JSONReader.value(json))?[["commitTime"]] else {
            return nil
        }
        self.time = ReadTime(time)
    }
}

/// The answer to a request for a count, with the alias `n`.
struct CountAnswer {
    private(set) var count = 0
    /// The time of the state that was counted.
    private(set) var readTime: String?

    init(_ json: [UInt8]) throws(JSONError) {
        var count: TreeValue?
        var readTime: TreeValue?
        try JSONReader.readElements(json) { member, reader throws(JSONError) in
            let value = try reader.value()
            switch member {
            case "result": count = value[["aggregateFields", "n", "integerValue"]]
            case "readTime": readTime = value
            default: break
            }
        }
        if case .string(let text)? = count { self.count = Int(text) ?? 0 }
        if case .string(let text)? = readTime { self.readTime = text }
    }
}

extension JSONReader {
    /// Reads the members of each element of an answer, which is an array of objects.
    fileprivate static func readElements(
        _ json: [UInt8],
        _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try read(json) { reader throws(JSONError) in
            reader.maximumDepth = documentDepth
            try reader.elements { reader throws(JSONError) in
                try reader.members { member, reader throws(JSONError) in
                    // A query that fails while it is being answered.
                    if member == "error" {
                        throw JSONError(
                            offset: reader.position,
                            reason: "an error within it: \(try reader.value()?.description ?? "")")
                    }
                    try body(member, &reader)
                }
            }
        }
    }

    /// Reads a document with its name.
    mutating func document() throws(JSONError) -> (name: String, document: ReadDocument) {
        var name = ""
        var document = ReadDocument()
        try members { member, reader throws(JSONError) in
            switch member {
            case "name": name = try reader.string()
            case "fields": document.value = try reader.fields()
            case "updateTime": document.updateTime = try reader.string()
            default: _ = try reader.value()
            }
        }
        return (name, document)
    }
}

/// A document of an answer, with the fields that were requested.
struct ReadDocument: Sendable {
    /// The document's fields; `nil` if it is missing, or has none.
    var value: TreeValue?

    /// The time of the document's latest change, which is its version; `nil` if it is missing.
    var updateTime: String?

    /// The version of the whole document.
    var version: TreeVersion { .tag(updateTime ?? "") }

    /// Returns the value of the document or of a field, with its version.
    ///
    /// The version of a field is its value: the document's changes with its other fields.
    func versioned(at field: TreePlace) -> VersionedValue {
        let value = value[field]
        return VersionedValue(value, version: field == .root ? version : .value(value))
    }
}
