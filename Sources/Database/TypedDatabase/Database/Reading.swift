import TypedPaths

extension TreeDatabase {
    /// Reads the value at a path once; `nil` if the place is empty.
    ///
    /// ```swift
    /// let name = try await database.value(at: room.name)     // String?
    /// ```
    ///
    /// To follow the value as it changes, observe its `snapshots(at:)`.
    ///
    /// Throws a `DecodingError`, whose path is the one in the database, if another value is stored.
    public nonisolated(nonsending) func value<Value: Decodable>(
        at path: Path<Value>
    ) async throws -> Value? {
        try await value(at: path, as: Value.self)
    }

    /// Reads the value at a path that may have none: `String?`, not `String??`.
    ///
    /// ```swift
    /// let topic = try await database.value(at: room.topic)   // Path<String?> gives String?
    /// ```
    public nonisolated(nonsending) func value<Value: Decodable>(
        at path: Path<Value?>
    ) async throws -> Value? {
        try await value(at: path, as: Value.self)
    }

    /// Reads the value at a path as a given type; `nil` if the place is empty.
    ///
    /// ```swift
    /// let info = try await database.value(at: room, as: RoomInfo.self)
    /// ```
    ///
    /// For places without a model of their own, such as a `Path<Chatroom>` or a whole collection.
    /// Everything below the path is read.
    public nonisolated(nonsending) func value<Value: Decodable>(
        at path: some PathProtocol, as type: Value.Type
    ) async throws -> Value? {
        let place = try path.place
        return try decode(type, from: try await engine.read(place, .all).value, at: place)
    }

    /// Returns whether a path has a value, without reading it.
    ///
    /// ```swift
    /// if try await database.exists(at: room) { … }
    /// ```
    public nonisolated(nonsending) func exists(at path: some PathProtocol) async throws -> Bool {
        let place = try path.place
        return try await engine.exists(place)
    }

    /// Reads the keys of a collection, in order, without the values.
    ///
    /// ```swift
    /// let members = try await database.keys(of: room.members)   // of UserID
    /// ```
    ///
    /// For some of the keys only, see ``TreeQuery/keys()``.
    public nonisolated(nonsending) func keys<Collection: CollectionPath>(
        of collection: Collection
    ) async throws -> ChildKeys<Collection.Key> {
        try await children(of: collection).keys()
    }

    /// Reads the keys of a place's children, in order, without the values.
    ///
    /// ```swift
    /// let fields = try await database.keys(of: room)            // "changedAt", "messages", …
    /// ```
    public nonisolated(nonsending) func keys<Element>(
        of path: Path<Element>
    ) async throws -> ChildKeys<String> {
        try await ChildrenRequest(self, TreePlace(path)).keys()
    }

    func decode<Value: Decodable>(
        _ type: Value.Type, from value: TreeValue?, at place: TreePlace
    ) throws -> Value? {
        guard let value else { return nil }
        return try decoder.decode(type, from: value, at: place)
    }
}

// MARK: - Several at once

extension TreeDatabase {
    /// Reads elements of a collection by their keys.
    ///
    /// ```swift
    /// let members = try await database.elements(of: Path().users, withKeys: room.memberIDs)
    /// let names = try members.decoded().map(\.name)
    /// ```
    ///
    /// For references to elements. The result is in the order of the keys: missing elements are
    /// left out, and a key that is given twice returns its element twice. The elements are read one
    /// by one, up to 16 at a time, so it is no snapshot: writes may come in between.
    /// For a query, see `children(of:)`.
    public nonisolated(nonsending) func elements<Collection: CollectionPath>(
        of collection: Collection, withKeys keys: some Sequence<Collection.Key>
    ) async throws -> [Child<Collection.Key, Collection.Value>] {
        let parent = try collection.place
        let keys = Array(keys)
        let places = keys.map { parent.appending(TreeKey($0.pathKey)) }
        for place in places { try TreeLimits.check(place) }
        let values = try await engine.values(at: places)
        let source = ChildSource(parent: parent, of: Collection.Value.self, decoder: decoder)
        return zip(keys, zip(places, values)).compactMap { key, found in
            guard let value = found.1, let last = found.0.keys.last else { return nil }
            return Child(TypedChildNode(key, last, value, source))
        }
    }
}

extension DatabaseEngine {
    /// Reads the value at each place.
    fileprivate func values(at places: [TreePlace]) async throws -> [TreeValue?] {
        try await withThrowingTaskGroup(of: (Int, TreeValue?).self) { group in
            var values = [TreeValue?](repeating: nil, count: places.count)
            for (index, place) in places.enumerated() {
                if index >= 16, let (index, value) = try await group.next() {
                    values[index] = value
                }
                group.addTask { (index, try await read(place, .all).value) }
            }
            for try await (index, value) in group { values[index] = value }
            return values
        }
    }
}
