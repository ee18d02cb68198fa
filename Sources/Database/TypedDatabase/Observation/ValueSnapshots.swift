import TypedPaths

extension TreeDatabase {
    /// Observes a path: the current value, then each later one; `nil` while the path is empty.
    ///
    /// ```swift
    /// for try await name in database.snapshots(at: room.name) { title = name ?? "" }   // String?
    /// ```
    ///
    /// To read the value only once, call `value(at:)`.
    ///
    /// Intermediate values may be skipped if they come faster than they are taken, but never the
    /// last; equal ones aren't repeated. The sequence ends when the task is cancelled, and throws
    /// errors that are permanent, such as `permissionDenied`. A broken connection does neither: see
    /// ``connection``.
    ///
    /// A value that can't be decoded throws its `DecodingError`, which ends a `for` loop. The
    /// iterator isn't at its end then: its `next()` waits for the next value.
    public func snapshots<Value: Decodable>(at path: Path<Value>) -> ValueSnapshots<Value> {
        ValueSnapshots(database: self, place: TreePlace(path))
    }

    /// The values at a path that may have none: `String?`, not `String??`.
    public func snapshots<Value: Decodable>(at path: Path<Value?>) -> ValueSnapshots<Value> {
        ValueSnapshots(database: self, place: TreePlace(path))
    }

    /// The values at a path, read as a given type: see `snapshots(at:)`.
    public func snapshots<Value: Decodable>(
        at path: some PathProtocol, as type: Value.Type
    ) -> ValueSnapshots<Value> {
        ValueSnapshots(database: self, place: TreePlace(path))
    }
}

/// The value at a path, each time it changes: see `TreeDatabase.snapshots(at:)`.
///
/// Each iterator subscribes at the first `next()`, and unsubscribes when it is released.
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

    /// A subscription to the values.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var subscription: Subscription
        fileprivate let database: TreeDatabase
        fileprivate let place: TreePlace
        fileprivate var value: TreeValue?

        /// Whether the last value is one that the engine has kept, since it hasn't heard of the
        /// server yet. An equal value follows if only this has changed.
        public var isFromCache: Bool { subscription.isFromCache }

        /// Returns the next value, decoded in the caller's isolation; `nil` at the end.
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

// MARK: - Subscriptions

/// One iterator's watch, until it ends.
struct Subscription {
    private var watch: (any TreeWatch)?
    private var failure: (any Error)?

    /// Makes a watch of a request's selection. If the request is invalid, ``next()`` throws its
    /// error.
    init(_ engine: any DatabaseEngine, _ place: TreePlace, _ selection: () throws -> TreeSelection)
    {
        do {
            try TreeLimits.check(place)
            watch = engine.watch(place, try selection())
        } catch {
            failure = error
        }
    }

    /// Whether the state that the updates have led to is from a cache.
    var isFromCache: Bool { watch?.isFromCache ?? false }

    /// Waits for updates; `nil` if no more will come.
    ///
    /// An error is thrown once. Cancellation ends the updates without an error.
    nonisolated(nonsending) mutating func next() async throws -> [TreeUpdate]? {
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let watch else { return nil }
        do {
            return try await watch.next()
        } catch {
            watch.cancel()
            self.watch = nil
            if error is CancellationError { return nil }
            throw error
        }
    }
}
