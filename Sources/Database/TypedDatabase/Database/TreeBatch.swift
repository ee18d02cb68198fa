import Foundation
import TypedPaths

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
        edit { _ in [TreeEdit(TreePlace(path), .set(PendingValue(nil)))] }
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
