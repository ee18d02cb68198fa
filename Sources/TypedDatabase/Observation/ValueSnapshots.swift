import TypedPaths

extension TreeDatabase {
    /// Observes the value at a path: as it is now, and again each time it has changed; `nil` while there
    /// is none.
    ///
    /// ```swift
    /// for try await name in database.snapshots(at: room.name) { title = name ?? "" }   // String?
    /// ```
    ///
    /// To read the value only once, call `value(at:)`.
    ///
    /// Values in between may be left out if they come faster than they are taken, but never the last;
    /// equal ones aren't repeated. It ends when the task is cancelled, and throws an error that stays,
    /// such as `permissionDenied`. A broken connection is neither: see ``connection``.
    ///
    /// If what is there is no such value, the `DecodingError` is thrown, which ends a `for` loop. An
    /// iterator isn't at its end then: asked for more, it waits for the next value.
    public func snapshots<Value: Decodable>(at path: Path<Value>) -> ValueSnapshots<Value> {
        ValueSnapshots(database: self, place: TreePlace(path))
    }

    /// The value at a path that may have none: `String?`, not `String??`.
    public func snapshots<Value: Decodable>(at path: Path<Value?>) -> ValueSnapshots<Value> {
        ValueSnapshots(database: self, place: TreePlace(path))
    }

    /// The value at a path, read as a type that you say, as `snapshots(at:)`.
    public func snapshots<Value: Decodable>(
        at path: some PathProtocol, as type: Value.Type
    ) -> ValueSnapshots<Value> {
        ValueSnapshots(database: self, place: TreePlace(path))
    }
}

/// The value at a path, whenever it changes: see `TreeDatabase.snapshots(at:)`.
///
/// Each iterator subscribes when it is first asked, and unsubscribes when it is gone.
public struct ValueSnapshots<Value: Decodable>: AsyncSequence, Sendable {
    public typealias Element = Value?
    public typealias Failure = any Error

    let database: TreeDatabase
    let place: TreePlace

    public func makeAsyncIterator() -> Iterator {
        Iterator(
            subscription: Subscription(database.engine, place) { .all }, database: database,
            place: place)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var subscription: Subscription
        fileprivate let database: TreeDatabase
        fileprivate let place: TreePlace
        fileprivate var value: TreeValue?

        /// The next value, decoded where the caller is isolated; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Value?? {
            guard let updates = try await subscription.next() else { return nil }
            for update in updates { value[update.place] = update.value }
            return .some(try database.decode(Value.self, from: value, at: place))
        }

        public nonisolated(nonsending) mutating func next() async throws -> Value?? {
            try await next(isolation: #isolation)
        }
    }
}
