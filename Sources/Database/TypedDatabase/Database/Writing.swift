import Foundation
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

// MARK: - Batches

/// Several edits that are written atomically.
///
/// ```swift
/// try await database.write { batch in
///     batch.set(message, at: room.message(id))
///     batch.increment(room.messageCount, by: 1)
/// }
/// ```
///
/// A batch only collects: an edit that can't be made doesn't throw here but makes
/// ``TreeDatabase/write(_:)`` throw, and then none of the others is made either.
public struct TreeBatch: TreeWriter {
    /// The edits. For use by this library only.
    public var collected: CollectedEdits

    init(_ database: TreeDatabase) {
        collected = CollectedEdits(database, isSequential: false)
    }
}

/// A collector of edits: a ``TreeBatch`` or a ``TreeTransaction``.
public protocol TreeWriter {
    /// The edits. For use by this library only.
    var collected: CollectedEdits { get set }
}

extension TreeWriter {
    private mutating func edit(_ edits: (TreeDatabase) throws -> [TreeEdit]) {
        collected.add(edits)
    }
}

// MARK: - Edits

extension TreeWriter {
    /// Sets the value at a path. All children are replaced, including those that the value's type
    /// doesn't know; ``merge(_:into:)`` keeps them.
    ///
    /// A value with nothing to store, such as `nil` or an empty array, removes the current one.
    public mutating func set<Value: Encodable>(_ value: Value, at path: Path<Value>) {
        edit { database in
            let place = try path.place
            return [TreeEdit(place, .set(try database.encoder.encode(value, at: place)))]
        }
    }

    /// Removes the value at a path, and everything below the path.
    public mutating func remove(at path: some PathProtocol) {
        remove(at: TreePlace(path))
    }

    /// Sets a model's own fields, and keeps all other children: see
    /// ``TreeDatabase/merge(_:into:)``.
    public mutating func merge<Value: Encodable>(_ value: Value, into path: Path<Value>) {
        edit { database in
            let place = try path.place
            return try database.encoder.fields(of: value, at: place).map { key, value in
                TreeEdit(place.appending(key), .set(value))
            }
        }
    }

    /// Adds to the number at a path; to 0 if the path is empty.
    ///
    /// ```swift
    /// batch.increment(room.messageCount, by: 1)
    /// ```
    ///
    /// The engine does the addition, so that concurrent increments aren't lost. As in Firebase, a
    /// value that isn't a number counts as 0: a string, a bool, or children are **replaced** by
    /// `delta`.
    public mutating func increment<Number: Numeric & Encodable>(
        _ path: Path<Number>, by delta: Number
    ) {
        increment(at: TreePlace(path), by: delta)
    }

    /// Adds to the number at a path that may have none. Any other value is replaced by `delta`.
    public mutating func increment<Number: Numeric & Encodable>(
        _ path: Path<Number?>, by delta: Number
    ) {
        increment(at: TreePlace(path), by: delta)
    }

    private mutating func increment(at place: TreePlace, by delta: some Encodable) {
        edit { database in
            switch try database.encoder.encode(delta, at: place).value {
            case .integer(let number)?: [TreeEdit(place, .increment(.integer(number)))]
            case .double(let number)?: [TreeEdit(place, .increment(.double(number)))]
            default:
                throw TreeDatabaseError(
                    .invalidValue, at: place,
                    "\(delta) can't be added, since it isn't stored as a number")
            }
        }
    }

    /// Adds an element to a collection, under a key that sorts after all earlier ones.
    ///
    /// - Returns: the path of the new element, which exists once the batch is written.
    @discardableResult
    public mutating func add<Collection: CollectionPath>(
        _ value: Collection.Value, to collection: Collection
    ) -> Path<Collection.Value> where Collection.Value: Encodable {
        let place = TreePlace(collection).appending(collected.database.pushIDs.next())
        store(value, at: place, keys: Collection.Key.self)
        return Path(place)
    }

    /// Sets a value that must have something to store.
    private mutating func store<Key: PathKey>(
        _ value: some Encodable, at place: TreePlace, keys: Key.Type
    ) {
        edit { database in
            try TreeLimits.check(place)
            try place.checkKey(is: keys)
            let value = try database.encoder.encode(value, at: place)
            if value.value == nil, value.serverTimes.isEmpty {
                throw TreeDatabaseError(
                    .nothingToStore, at: place,
                    "the value has nothing to store, so there would be no such element")
            }
            return [TreeEdit(place, .set(value))]
        }
    }
}

// MARK: - The engine's time

extension TreeWriter {
    /// Sets the value at a path to the time of the write: the server's, if the engine has a server.
    ///
    /// ```swift
    /// batch.setServerTime(at: room.changedAt)
    /// ```
    ///
    /// It is stored as milliseconds since 1970, which is how dates are read unless the database was
    /// made with another ``TreeCoding``.
    public mutating func setServerTime(at path: Path<Date>) {
        setServerTime(at: TreePlace(path))
    }

    /// Sets the value at a path that may have none to the time of the write.
    public mutating func setServerTime(at path: Path<Date?>) {
        setServerTime(at: TreePlace(path))
    }

    private mutating func setServerTime(at place: TreePlace) {
        edit { _ in [TreeEdit(place, .set(PendingValue(nil, serverTimes: [.root])))] }
    }
}

// MARK: - Models that know their key

extension TreeWriter {
    /// Sets a model in a collection, under its own ID.
    public mutating func save<Model: Identifiable & Encodable>(
        _ model: Model, in collection: Path<Model>.KeyedCollection<Model.ID>
    ) {
        store(model, at: place(of: model.id, in: collection), keys: Model.ID.self)
    }

    /// Sets a model in a collection whose keys have no type of their own, under its own ID.
    public mutating func save<Model: Identifiable & Encodable>(
        _ model: Model, in collection: Path<Model>.Collection
    ) where Model.ID: PathKey {
        store(model, at: place(of: model.id, in: collection), keys: Model.ID.self)
    }

    /// Removes the model with an ID from a collection.
    public mutating func remove<Model: Identifiable>(
        _ model: Model, in collection: Path<Model>.KeyedCollection<Model.ID>
    ) {
        remove(at: place(of: model.id, in: collection))
    }

    /// Removes the model with an ID from a collection whose keys have no type of their own.
    public mutating func remove<Model: Identifiable>(
        _ model: Model, in collection: Path<Model>.Collection
    ) where Model.ID: PathKey {
        remove(at: place(of: model.id, in: collection))
    }

    private mutating func remove(at place: TreePlace) {
        edit { _ in [TreeEdit(place, .set(PendingValue(nil)))] }
    }

    /// A place rather than a path: paths trap on IDs that can't be keys.
    private func place(of id: some PathKey, in collection: some PathProtocol) -> TreePlace {
        TreePlace(collection).appending(TreeKey(id.pathKey))
    }
}

// MARK: - Collecting

/// The edits that a batch or a transaction has collected.
public struct CollectedEdits {
    let database: TreeDatabase

    /// Whether a later edit is applied to the earlier ones it overlaps with. Otherwise, overlaps
    /// are errors.
    private let isSequential: Bool
    private var edits: [TreeEdit] = []

    /// The edits, if they are made one after the other.
    private var sequence = SequentialEdits()
    private var failure: (any Error)?

    init(_ database: TreeDatabase, isSequential: Bool) {
        self.database = database
        self.isSequential = isSequential
    }

    /// Returns the edits, or throws the first error.
    func checkedEdits() throws -> [TreeEdit] {
        try check()
        if isSequential { return sequence.batch }
        try edits.checkOverlaps()
        return edits
    }

    /// Returns a place's value after the edits of a transaction.
    func applied(to value: TreeValue?, at place: TreePlace) throws -> TreeValue? {
        try sequence.applied(to: value, at: place)
    }

    /// Throws the first error.
    func check() throws {
        if let failure { throw failure }
    }

    /// Adds edits, or keeps the error.
    mutating func add(_ edits: (TreeDatabase) throws -> [TreeEdit]) {
        guard failure == nil else { return }
        do {
            let edits = try edits(database)
            for edit in edits { try TreeLimits.check(edit.place) }
            if isSequential {
                for edit in edits { try sequence.follow(with: edit) }
            } else {
                self.edits += edits
            }
        } catch {
            failure = error
        }
    }
}

extension [TreeEdit] {
    /// Throws if two edits have the same place, or if one's place contains the other's.
    func checkOverlaps() throws(TreeDatabaseError) {
        // In this order, a place directly precedes the places inside it.
        let places = map(\.place).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        for (place, next) in zip(places, places.dropFirst()) where place.contains(next) {
            throw TreeDatabaseError(
                .overlappingEdits, at: next,
                place == next
                    ? "a batch can have only one edit of a place; this one has two"
                    : "the same batch has an edit of "
                        + (place.depth == 0 ? "the root" : "\(place)")
                        + ", which contains this place")
        }
    }
}

extension TreePlace {
    /// Throws if the last key isn't one of this type.
    func checkKey<Key: PathKey>(is type: Key.Type) throws(TreeDatabaseError) {
        guard let key = keys.last, type.init(key) == nil else { return }
        throw TreeDatabaseError(
            .invalidKey, at: self, "\(key.text.debugDescription) is not the text of any \(type)")
    }
}
