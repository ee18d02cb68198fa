import TypedPaths

extension TreeDatabase {
    /// Reads the value at a path once; `nil` if nothing is there.
    ///
    /// ```swift
    /// let name = try await database.value(at: room.name)     // String?
    /// ```
    ///
    /// To follow the value as it changes, observe its `snapshots(at:)`.
    ///
    /// Throws a `DecodingError` if what is there is no such value: its path is that in the database.
    public nonisolated(nonsending) func value<Value: Decodable>(
        at path: Path<Value>
    ) async throws -> Value? {
        try await value(at: path, as: Value.self)
    }

    /// The value at a path that may have none: `String?`, not `String??`.
    ///
    /// ```swift
    /// let topic = try await database.value(at: room.topic)   // Path<String?> gives String?
    /// ```
    public nonisolated(nonsending) func value<Value: Decodable>(
        at path: Path<Value?>
    ) async throws -> Value? {
        try await value(at: path, as: Value.self)
    }

    /// The value at a path, read as a type that you say; `nil` if there is none.
    ///
    /// ```swift
    /// let info = try await database.value(at: room, as: RoomInfo.self)
    /// ```
    ///
    /// For places without a model of their own, such as a `Path<Chatroom>` or a whole collection. All
    /// that is below the path is read.
    public nonisolated(nonsending) func value<Value: Decodable>(
        at path: some PathProtocol, as type: Value.Type
    ) async throws -> Value? {
        let place = try path.place
        return try decode(type, from: try await engine.read(place, .all).value, at: place)
    }

    /// Whether there is anything at a path, without reading it.
    ///
    /// ```swift
    /// if try await database.exists(at: room) { … }
    /// ```
    public nonisolated(nonsending) func exists(at path: some PathProtocol) async throws -> Bool {
        let place = try path.place
        return try await engine.exists(place)
    }

    /// The keys of a collection, in order, without what is at them.
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

    /// The keys of the children that a place has, in order, without what is at them.
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
    /// Reads the elements of a collection that have some keys, all at once.
    ///
    /// ```swift
    /// let members = try await database.elements(of: Path().users, withKeys: room.memberIDs)
    /// let names = try members.decoded().map(\.name)
    /// ```
    ///
    /// For references to elements. They come in the order of the keys; those that aren't there are
    /// left out, and a key that is given twice gives its element twice. They are read one by one, up
    /// to 16 at a time, so that somebody may write in between: it is no snapshot. A query of children
    /// is `children(of:)`.
    public nonisolated(nonsending) func elements<Collection: CollectionPath>(
        of collection: Collection, withKeys keys: some Sequence<Collection.Key>
    ) async throws -> [Child<Collection.Key, Collection.Value>] {
        let parent = try collection.place
        let keys = Array(keys)
        let places = keys.map { parent.appending(TreeKey($0.pathKey)) }
        for place in places { try TreeLimits.check(place) }
        let values = try await engine.values(at: places)
        let source = ChildSource(parent: parent, decoder: decoder)
        return zip(keys, zip(places, values)).compactMap { key, found in
            guard let value = found.1, let last = found.0.keys.last else { return nil }
            return Child(TypedChildNode(key, last, value, source))
        }
    }
}

extension DatabaseEngine {
    /// The value at each place.
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
