import TypedPaths

extension TreeDatabase {
    /// Sets the value at a path, replacing the current one.
    ///
    /// ```swift
    /// try await database.set("Fire Chat", at: room.name)
    /// ```
    ///
    /// All children are replaced, including those that the value's type doesn't know: fields that a
    /// newer version of the app has written are **deleted**. ``merge(_:into:)`` and
    /// `transaction(at:_:)` keep them.
    ///
    /// A value with nothing to store, such as `nil` or an empty array, removes the current one.
    public nonisolated(nonsending) func set<Value: Encodable>(
        _ value: Value, at path: Path<Value>
    ) async throws {
        try await write { $0.set(value, at: path) }
    }

    /// Removes the value at a path, and everything below the path.
    ///
    /// ```swift
    /// try await database.remove(at: room.draft(ana))
    /// try await database.remove(at: room.messages)           // the whole collection
    /// ```
    public nonisolated(nonsending) func remove(at path: some PathProtocol) async throws {
        try await write { $0.remove(at: path) }
    }

    /// Sets a model's own fields, and keeps all other children.
    ///
    /// ```swift
    /// try await database.merge(Profile(name: "Ana", photo: nil), into: user.profile)
    /// ```
    ///
    /// The counterpart of `updateChildValues` in Firebase's SDK: each field is replaced as a whole,
    /// and the merge is one level deep. A `nil` field is removed if it is encoded with
    /// `encodeIfPresent`, as synthesized code does.
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
    /// - Returns: the path of the new element, whose key is like those of ``newKey(in:)``.
    ///
    /// Throws `TreeDatabaseError.Kind.nothingToStore` if the value has nothing to store.
    @discardableResult
    public nonisolated(nonsending) func add<Collection: CollectionPath>(
        _ value: Collection.Value, to collection: Collection
    ) async throws -> Path<Collection.Value> where Collection.Value: Encodable {
        try await write { $0.add(value, to: collection) }
    }

    /// Makes several edits atomically.
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
    /// The closure is called once, immediately, in the caller's isolation; its result is returned.
    /// Nothing is written if it throws, if a value can't be encoded or stored, or if one of the
    /// places is inside another. No reader ever sees a part of a batch.
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

    /// Writes once no transaction is running at the places.
    private nonisolated(nonsending) func write(_ edits: [TreeEdit]) async throws {
        let turn = try await transactions.begin(.write(edits.map(\.place)))
        defer { transactions.end(turn) }
        try await engine.write(edits)
    }
}

// MARK: - Models that know their key

extension TreeDatabase {
    /// Sets a model in a collection, under its own ID.
    ///
    /// ```swift
    /// try await database.save(user, in: Path().users)        // at users/<user.id>
    /// ```
    ///
    /// Throws if the model has nothing to store, or if the ID can't be a key.
    public nonisolated(nonsending) func save<Model: Identifiable & Encodable>(
        _ model: Model, in collection: Path<Model>.KeyedCollection<Model.ID>
    ) async throws {
        try await write { $0.save(model, in: collection) }
    }

    /// Sets a model in a collection whose keys have no type of their own, under its own ID.
    public nonisolated(nonsending) func save<Model: Identifiable & Encodable>(
        _ model: Model, in collection: Path<Model>.Collection
    ) async throws where Model.ID: PathKey {
        try await write { $0.save(model, in: collection) }
    }

    /// Removes the model with an ID from a collection.
    ///
    /// ```swift
    /// try await database.remove(user, in: Path().users)
    /// ```
    public nonisolated(nonsending) func remove<Model: Identifiable>(
        _ model: Model, in collection: Path<Model>.KeyedCollection<Model.ID>
    ) async throws {
        try await write { $0.remove(model, in: collection) }
    }

    /// Removes the model with an ID from a collection whose keys have no type of their own.
    public nonisolated(nonsending) func remove<Model: Identifiable>(
        _ model: Model, in collection: Path<Model>.Collection
    ) async throws where Model.ID: PathKey {
        try await write { $0.remove(model, in: collection) }
    }
}
