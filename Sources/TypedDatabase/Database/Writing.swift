import TypedPaths

extension TreeDatabase {
    /// Puts a value at a path, in place of all that was there.
    ///
    /// ```swift
    /// try await database.set("Fire Chat", at: room.name)
    /// ```
    ///
    /// All children are replaced, also those that the value's type doesn't know: fields that a newer
    /// version of the app has written are **deleted**. ``merge(_:into:)`` and
    /// ``transaction(at:_:)`` keep them.
    ///
    /// A value with nothing to store, such as `nil` or an empty array, removes what was there.
    public nonisolated(nonsending) func set<Value: Encodable>(
        _ value: Value, at path: Path<Value>
    ) async throws {
        try await write { $0.set(value, at: path) }
    }

    /// Removes what is at a path, and all that is below it.
    ///
    /// ```swift
    /// try await database.remove(at: room.draft(ana))
    /// try await database.remove(at: room.messages)           // the whole collection
    /// ```
    public nonisolated(nonsending) func remove(at path: some PathProtocol) async throws {
        try await write { $0.remove(at: path) }
    }

    /// Writes a model's own fields, and keeps all other children.
    ///
    /// ```swift
    /// try await database.merge(Profile(name: "Ana", photo: nil), into: user.profile)
    /// ```
    ///
    /// The counterpart of `updateChildValues` in Firebase's SDK: it goes one level deep, and replaces
    /// each field as a whole. A field that is `nil` is removed, if it is encoded with
    /// `encodeIfPresent`, as it is in code that the compiler writes.
    public nonisolated(nonsending) func merge<Value: Encodable>(
        _ value: Value, into path: Path<Value>
    ) async throws {
        try await write { $0.merge(value, into: path) }
    }

    /// Adds an element to a collection, under a key that sorts after all earlier ones.
    ///
    /// ```swift
    /// let path = try await database.add(Message(author: ana, text: "Hi"), to: room.messages)
    /// ```
    ///
    /// - Returns: the path of the new element. Its key is as ``newKey(in:)`` makes them.
    ///
    /// Throws if there is nothing to store: `TreeDatabaseError.Kind.nothingToStore`.
    @discardableResult
    public nonisolated(nonsending) func add<Collection: CollectionPath>(
        _ value: Collection.Value, to collection: Collection
    ) async throws -> Path<Collection.Value> where Collection.Value: Encodable {
        try await write { $0.add(value, to: collection) }
    }

    /// Makes several edits, all or nothing.
    ///
    /// ```swift
    /// let id = database.newKey(in: room.messages)
    /// try await database.write { batch in
    ///     batch.set(Message(author: ana, text: "Hi again"), at: room.message(id))
    ///     batch.set(true, at: Path().userMessage(ana, messageId: id))
    ///     batch.increment(room.messageCount, by: 1)
    ///     batch.setServerTime(at: room.changedAt)
    ///     batch.remove(at: room.draft(ana))
    /// }
    /// ```
    ///
    /// The closure is called once, at once, where the caller is isolated; what it returns is returned.
    /// Nothing is written if it throws, if a value can't be encoded or stored, or if one of the places
    /// is inside another. Nobody ever sees a part of it.
    ///
    /// If the task is cancelled meanwhile, this may throw `CancellationError`. All of it is then written
    /// or nothing, but never after a later write to one of these places has returned. Whether it is
    /// depends on the engine, as for all other functions that write: see "Cancelled writes" in the
    /// documentation.
    @discardableResult
    public nonisolated(nonsending) func write<Result>(
        _ build: (inout TreeBatch) throws -> Result
    ) async throws -> Result {
        var batch = TreeBatch(self)
        let result = try build(&batch)
        let edits = try batch.collected.checkedEdits()
        if !edits.isEmpty { try await write(edits) }
        return result
    }

    /// Writes when no transaction is under way at the places.
    private nonisolated(nonsending) func write(_ edits: [TreeEdit]) async throws {
        let turn = try await transactions.begin(.write(edits))
        defer { transactions.end(turn) }
        try await engine.write(edits)
    }
}

// MARK: - Models that know their key

extension TreeDatabase {
    /// Puts a model into a collection, under its own ID.
    ///
    /// ```swift
    /// try await database.save(user, in: Path().users)        // at users/<user.id>
    /// ```
    ///
    /// Throws if there is nothing to store, or if the ID can't be a key.
    public nonisolated(nonsending) func save<Model: Identifiable & Encodable>(
        _ model: Model, in collection: Path<Model>.KeyedCollection<Model.ID>
    ) async throws {
        try await write { $0.save(model, in: collection) }
    }

    /// Puts a model into a collection whose keys have no type of their own, under its own ID.
    public nonisolated(nonsending) func save<Model: Identifiable & Encodable>(
        _ model: Model, in collection: Path<Model>.Collection
    ) async throws where Model.ID: PathKey {
        try await write { $0.save(model, in: collection) }
    }

    /// Removes what is at a model's ID in a collection.
    ///
    /// ```swift
    /// try await database.remove(user, in: Path().users)
    /// ```
    public nonisolated(nonsending) func remove<Model: Identifiable>(
        _ model: Model, in collection: Path<Model>.KeyedCollection<Model.ID>
    ) async throws {
        try await write { $0.remove(model, in: collection) }
    }

    /// Removes what is at a model's ID in a collection whose keys have no type of their own.
    public nonisolated(nonsending) func remove<Model: Identifiable>(
        _ model: Model, in collection: Path<Model>.Collection
    ) async throws where Model.ID: PathKey {
        try await write { $0.remove(model, in: collection) }
    }
}
