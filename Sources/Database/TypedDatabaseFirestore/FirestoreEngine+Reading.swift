import TypedDatabase

extension FirestoreEngine {
    /// Reads a collection's documents, a document's own fields, or a field.
    ///
    /// A document and a field cost one read. A selection of a collection's documents costs as many
    /// reads as documents are selected, or as the collection has, if Firestore can't find them
    /// otherwise.
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        let location = try layout.locate(place)
        switch location {
        case .root: throw layout.rootError
        case .collection(let collection):
            let query = try CollectionQuery(selection, of: collection, layout)
            let found = try await documents(query, at: place)
            let value = TreeValue(
                TreeChildren(found.compactMap { found in found.value.map { (found.key, $0) } }))
            return VersionedValue(value, version: .value(value))
        case .document, .field:
            var read = try await document(at: location, place)
            if selection != .all { read.value = selection.select(from: read.value) }
            return read
        }
    }

    /// Returns the keys of the selected documents without reading their fields; of a document or a
    /// field after reading it.
    ///
    /// Documents without fields are among the keys.
    public func keys(
        of place: TreePlace, _ selection: TreeSelection
    ) async throws -> PlaceKeys {
        guard case .collection(let collection) = try layout.locate(place) else {
            return PlaceKeys(try await read(place, .all).value, selection)
        }
        let query = try CollectionQuery(selection, of: collection, layout, isOfKeys: true)
        let keys = try await documents(query, at: place).map(\.key)
        return keys.isEmpty ? .nothing : .children(keys)
    }

    /// Counts all documents of a collection for one read in 1,000 documents; selected ones by their
    /// keys.
    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        guard selection == .all, case .collection(let collection) = try layout.locate(place) else {
            return try await keys(of: place, selection).count
        }
        let query = StructuredQuery(collection: collection)
        return try await requests.read { try await count(of: query, at: place).count }
    }

    /// Returns whether a place has a value, for one read.
    public func exists(_ place: TreePlace) async throws -> Bool {
        let location = try layout.locate(place)
        switch location {
        case .root: throw layout.rootError
        case .collection(let collection):
            var query = StructuredQuery(collection: collection)
            query.limit = 1
            query.fields = [FieldPath.name]
            return try await requests.read { [query] in
                try await !run(query, at: place).isEmpty
            }
        case .document, .field: return try await document(at: location, place).value != nil
        }
    }

    // MARK: - Documents

    private func document(
        at location: DocumentLocation, _ place: TreePlace
    ) async throws -> VersionedValue {
        let documents = try await requests.read {
            try await self.documents(of: [location], at: place)
        }
        let document = location.document.flatMap { documents[$0] } ?? ReadDocument()
        return document.versioned(at: location.field)
    }

    /// Returns the selected documents of a collection, in order.
    private func documents(
        _ query: CollectionQuery, at place: TreePlace
    ) async throws -> [FoundDocument] {
        try await requests.read { () -> [FoundDocument] in
            let found = try await answer(query, at: place)
            if query.isComplete(found) { return query.select(from: found) }
            return query.select(from: try await run(query.everything, at: place))
        }
    }

    private func answer(
        _ collection: CollectionQuery, at place: TreePlace
    ) async throws -> [FoundDocument] {
        var query = collection.query
        guard collection.isFromEnd, let limit = query.limit else {
            return try await run(query, at: place)
        }
        // One state for both requests.
        query.limit = nil
        let all = try await count(of: query, at: place)
        query.limit = limit
        query.offset = max(0, all.count - limit)
        return try await run(query, at: place, readTime: all.readTime)
    }
}
