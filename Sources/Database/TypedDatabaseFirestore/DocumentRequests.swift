import DatabaseTransport
import TypedDatabase

extension FirestoreEngine {
    /// Reads documents in one state, each as a whole, or the fields that any of the locations has.
    func documents(
        of locations: [DocumentLocation], at place: TreePlace?
    ) async throws -> [TreePlace: ReadDocument] {
        let places = Set(locations.compactMap(\.document))
        let root = client.root
        var writer = JSONWriter()
        let fields = locations.map(\.field)
        writer.writeObject(
            fields.contains(.root) ? ["documents"] : ["documents", "mask"], key: \.self
        ) { member, writer in
            if member == "documents" {
                writer.writeArray(places) { $1.write(root.name(of: $0)) }
            } else {
                writer.write(mask: Set(fields.map(\.withoutIndices)).map(FieldPath.text))
            }
        }
        let call = FirestoreCall(method: .batchGet, body: writer.bytes, errorPlace: place)
        return try await documents(call)
    }

    /// Returns whether each document exists, even without any field.
    func existing(_ documents: [TreePlace]) async throws -> Set<TreePlace> {
        let names = documents.map(client.root.name)
        var writer = JSONWriter()
        writer.writeObject(["documents", "mask"], key: \.self) { member, writer in
            if member == "documents" {
                writer.writeArray(names) { $1.write($0) }
            } else {
                writer.write(mask: [])
            }
        }
        let call = FirestoreCall(
            method: .batchGet, body: writer.bytes, errorPlace: documents.first)
        return Set(try await self.documents(call).keys)
    }

    private func documents(_ call: FirestoreCall) async throws -> [TreePlace: ReadDocument] {
        let response = try await client.response(to: call)
        return try parsed(response, at: call.errorPlace) { json throws(JSONError) in
            try DocumentsAnswer(json, client.root).documents
        }
    }

    /// Runs a query.
    ///
    /// - Parameter readTime: the time of the state to read; `nil` for now.
    func run(
        _ query: StructuredQuery, at place: TreePlace, readTime: String? = nil
    ) async throws -> [FoundDocument] {
        var writer = JSONWriter()
        writer.writeObject(
            readTime == nil ? ["structuredQuery"] : ["structuredQuery", "readTime"], key: \.self
        ) { member, writer in
            if member == "readTime" {
                writer.write(readTime ?? "")
            } else {
                writer.write(query, client.root)
            }
        }
        let call = FirestoreCall(
            method: .runQuery, parent: query.parent, body: writer.bytes, errorPlace: place)
        return try parsed(await client.response(to: call), at: place, QueryAnswer.init).documents
    }

    /// Counts the documents that a query finds.
    func count(of query: StructuredQuery, at place: TreePlace) async throws -> CountAnswer {
        var query = query
        query.fields = nil
        var writer = JSONWriter()
        writer.writeObject(["structuredAggregationQuery"], key: \.self) { _, writer in
            writer.writeObject(["structuredQuery", "aggregations"], key: \.self) {
                member, writer in
                if member == "structuredQuery" {
                    writer.write(query, client.root)
                } else {
                    writer.write(raw: #"[{"alias":"n","count":{}}]"#)
                }
            }
        }
        let call = FirestoreCall(
            method: .runAggregationQuery, parent: query.parent, body: writer.bytes,
            errorPlace: place)
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

extension JSONWriter {
    /// Writes a mask of fields.
    mutating func write(mask: [String]) {
        writeObject(["fieldPaths"], key: \.self) { _, writer in
            writer.writeArray(mask) { $1.write($0) }
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
