import TypedPaths

/// Reads and edits of several places that are made atomically.
///
/// ```swift
/// try await database.transaction { transaction in
///     let balance = try await transaction.value(at: ana.balance) ?? 0
///     guard balance >= 10 else { throw NotEnough() }
///     transaction.set(balance - 10, at: ana.balance)
///     transaction.increment(ben.balance, by: 10)
/// }
/// ```
///
/// Nothing is written before the closure has returned. Edits are made in their order: of two of one
/// place, the second wins. A read sees the edits before it.
public struct TreeTransaction: TreeWriter {
    /// The edits. For use by this library only.
    public var collected: CollectedEdits

    private var reads: TransactionReads

    init(_ database: TreeDatabase, _ reads: TransactionReads) {
        collected = CollectedEdits(database, isSequential: true)
        self.reads = reads
    }
}

// MARK: - Reading

extension TreeTransaction {
    /// Reads the value at a path, with the transaction's edits so far; `nil` if the place is empty.
    ///
    /// The transaction is retried if the place has changed when it is written. Throws a
    /// `DecodingError` if the value isn't of the type, and
    /// `TreeDatabaseError.Kind.overlappingEdits` if the transaction sets the engine's time there,
    /// which isn't known yet.
    public nonisolated(nonsending) mutating func value<Value: Decodable>(
        at path: Path<Value>
    ) async throws -> Value? {
        try await value(at: path, as: Value.self)
    }

    /// Reads the value at a path that may have none: `String?`, not `String??`.
    public nonisolated(nonsending) mutating func value<Value: Decodable>(
        at path: Path<Value?>
    ) async throws -> Value? {
        try await value(at: path, as: Value.self)
    }

    /// Reads the value at a path as a given type; `nil` if the place is empty.
    ///
    /// Everything below the path is read, and the transaction is retried if any of it has changed
    /// when it is written.
    public nonisolated(nonsending) mutating func value<Value: Decodable>(
        at path: some PathProtocol, as type: Value.Type
    ) async throws -> Value? {
        let place = try path.place
        try collected.check()
        let before = try await reads.value(at: place, in: collected.database.engine)
        return try collected.database.decode(
            type, from: try collected.applied(to: before, at: place), at: place)
    }
}

// MARK: - Running

extension TreeTransaction {
    /// The places that have been read, with their versions.
    var versions: [PlaceVersion] { reads.versions }

    /// Runs the closure of a transaction. Returns its result, and the edits that it has made.
    nonisolated(nonsending) mutating func result<Value>(
        of body: nonisolated(nonsending) (inout TreeTransaction) async throws -> Value
    ) async -> Result<(value: Value, edits: [TreeEdit]), any Error> {
        do {
            let queue = collected.database.transactions
            let value = try await queue.runClosure { try await body(&self) }
            return .success((value, try collected.checkedEdits()))
        } catch {
            return .failure(error)
        }
    }
}

/// The values that a transaction has read, each place once.
struct TransactionReads {
    private(set) var versions: [PlaceVersion] = []
    private var values: [TreePlace: TreeValue?] = [:]

    /// The values at all places that the previous try has read.
    private let known: [TreePlace: VersionedValue]

    /// - Parameters:
    ///   - places: the places that the previous try has read.
    ///   - current: their current values, in the same order, all of one state.
    init(_ places: [PlaceVersion] = [], current: [VersionedValue] = []) {
        let pairs = zip(places, current).map { ($0.place, $1) }
        known = Dictionary(pairs) { first, _ in first }
    }

    fileprivate nonisolated(nonsending) mutating func value(
        at place: TreePlace, in engine: any DatabaseEngine
    ) async throws -> TreeValue? {
        if let value = values[place] { return value }
        let read: VersionedValue
        if let value = known[place] {
            read = value
        } else {
            read = try await engine.read(place, .all)
        }
        versions.append(PlaceVersion(place, read.version))
        values[place] = .some(read.value)
        return read.value
    }
}
