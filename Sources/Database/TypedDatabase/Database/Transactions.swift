import TypedPaths

// MARK: - One place

extension TreeDatabase {
    /// Changes the value at a path depending on the current one, so that no concurrent change is
    /// lost.
    ///
    /// ```swift
    /// try await database.transaction(at: room.topic) { topic in
    ///     topic = (topic ?? "") + "!"
    /// }
    /// ```
    ///
    /// The closure is given the value, `nil` if the place is empty, and mutates it to the new
    /// value; `nil` removes it. If it throws, the error is rethrown and nothing is written.
    ///
    /// Only what the closure changes is written: children that the value's type doesn't know are
    /// kept, such as fields that a newer version of the app has written. An array's element keeps
    /// such children if it is moved, or if it is changed while the number of elements stays the
    /// same.
    ///
    /// Other transactions and writes of the same engine wait if their places overlap with this one.
    /// If another process or client writes to the place in the meantime, the closure is called
    /// again with the current value: 25 times at most, 1,000 times on a file. So it should have no
    /// other effects.
    ///
    /// - Returns: the new value.
    ///
    /// Throws `TreeDatabaseError.Kind.conflict` if another process or client was faster each time.
    // Disfavored, so that a `Path<String?>` takes the overload below: a closure of several statements
    // doesn't determine which.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func transaction<Value: Codable>(
        at path: Path<Value>, _ change: (inout Value?) throws -> Void
    ) async throws -> Value? {
        try await transaction(at: path, as: Value.self, change)
    }

    /// Changes the value at a path that may have none.
    @discardableResult
    public nonisolated(nonsending) func transaction<Value: Codable>(
        at path: Path<Value?>, _ change: (inout Value?) throws -> Void
    ) async throws -> Value? {
        try await transaction(at: path, as: Value.self, change)
    }

    /// Changes the value at a path, read as a given type.
    ///
    /// ```swift
    /// try await database.transaction(at: room, as: RoomInfo.self) { info in
    ///     info?.name += "!"
    /// }
    /// ```
    ///
    /// For places without a model of their own, such as a `Path<Chatroom>`: everything that the
    /// type doesn't know is kept, as in `transaction(at:_:)`. Everything below the path is read
    /// and written, and the closure is called again if any of it changes; so choose a path with
    /// little below it. `nil` removes all of it.
    @discardableResult
    public nonisolated(nonsending) func transaction<Value: Codable>(
        at path: some PathProtocol, as type: Value.Type, _ change: (inout Value?) throws -> Void
    ) async throws -> Value? {
        let place = try path.place
        let turn = try await transactions.begin(.transaction([place]))
        defer { transactions.end(turn) }
        var current = try await engine.read(place, .all)
        for _ in 0..<transactions.maximumTries {
            let (value, pending) = try changed(current.value, at: place, change)
            let edit = TreeEdit(place, .set(pending))
            let versions = [PlaceVersion(place, current.version)]
            switch try await engine.write([edit], ifUnchanged: versions) {
            case .written: return value
            case .changed(let now): current = now[0]
            }
        }
        throw conflict(at: place)
    }

    /// Returns the changed value, with everything in it that the type doesn't know.
    private func changed<Value: Codable>(
        _ current: TreeValue?, at place: TreePlace, _ change: (inout Value?) throws -> Void
    ) throws -> (value: Value?, pending: PendingValue) {
        var value = try decode(Value.self, from: current, at: place)
        let before = try value.map { try encoder.model(of: $0, at: place) }
        try change(&value)
        let after = try value.map { try encoder.model(of: $0, at: place) }
        let difference = ModelChange(before: before ?? .nothing, after: after ?? .nothing)
        return (value, difference.applied(to: current))
    }

    private func conflict(at place: TreePlace?) -> TreeDatabaseError {
        TreeDatabaseError(
            .conflict, at: place,
            "another process or client has changed it during each of "
                + "\(transactions.maximumTries) tries; try again later")
    }
}

// MARK: - Several places

extension TreeDatabase {
    /// Reads and writes several places atomically.
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
    /// The edits are made only if no place that was read has changed in the meantime. If one has,
    /// the closure is called again: it should have no other effects. From then on, transactions and
    /// writes of the same engine at these places wait, so the closure must not wait for them. If it
    /// throws, the error is rethrown and nothing is written. What the closure returns is returned.
    ///
    /// Write with the closure's parameter only. A write or another transaction of the database inside
    /// the closure throws `TreeDatabaseError.Kind.nestedTransaction`, since it would wait for this
    /// one.
    ///
    /// Servers can't do this: with `FirebaseEngine` it throws `TreeDatabaseError.Kind.unsupported`.
    /// There, use ``transaction(at:as:_:)`` of one place that contains all others, or a
    /// batch with increments.
    ///
    /// Throws `TreeDatabaseError.Kind.conflict` if another process was faster each time.
    @discardableResult
    public nonisolated(nonsending) func transaction<Result>(
        _ body: nonisolated(nonsending) (inout TreeTransaction) async throws -> Result
    ) async throws -> Result {
        guard transactions.reach == .severalPlaces else { throw Self.severalPlaces }
        try transactions.checkNotNested()
        var (reads, claims) = (TransactionReads(), TransactionClaims())
        var turn: TransactionQueue.Turn?
        defer { if let turn { transactions.end(turn) } }
        for _ in 0..<transactions.maximumTries {
            var transaction = TreeTransaction(self, reads)
            let result = await transaction.result(of: body)
            let versions = transaction.versions
            // A single read is of one state; several reads can be of different states, and mislead
            // the closure.
            if case .failure(let error) = result, versions.count < 2 || error is CancellationError {
                throw error
            }
            let edits = (try? result.get().edits) ?? []
            if edits.isEmpty, versions.count < 2 { return try result.get().value }
            if claims.add(edits.map(\.place) + versions.map(\.place)) {
                // Keeping some places while waiting for others could be a deadlock.
                if let turn { transactions.end(turn) }
                turn = nil
                turn = try await transactions.begin(.transaction(claims.places))
            }
            switch try await engine.write(edits, ifUnchanged: versions) {
            case .written: return try result.get().value
            case .changed(let now): reads = TransactionReads(versions, current: now)
            }
        }
        throw conflict(at: nil)
    }

    private static let severalPlaces = TreeDatabaseError(
        .unsupported,
        "this engine has no transactions over several places; use transaction(at:as:) of one place "
            + "that contains all of them, or write(_:) with increments")
}

/// The places that a transaction over several places claims exclusively, once it has lost a race.
struct TransactionClaims {
    private(set) var places: [TreePlace] = []
    private var claimed = PlaceTree<TreePlace>()
    private var additionCount = 0

    /// Claims places. Returns whether any of them is new.
    ///
    /// A transaction that reads other places in each try claims all places after a few tries, so
    /// that it succeeds.
    mutating func add(_ added: [TreePlace]) -> Bool {
        let new = added.filter { claimed.containing($0).isEmpty }
        guard !new.isEmpty else { return false }
        additionCount += 1
        places = additionCount < 4 ? places + new : [.root]
        for place in new { claimed.replace(place, with: place) }
        if additionCount >= 4 { claimed.replace(.root, with: .root) }
        return true
    }
}

// MARK: - The closure's parameter

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

// MARK: - Edits in their order

/// The edits of a transaction, merged into a batch, in which none is inside another.
struct SequentialEdits {
    /// The merged edits, each by the number of the first edit in it.
    private var edits: [Int: TreeEdit] = [:]
    private var numbers = PlaceTree<Int>()
    private var lastNumber = 0

    /// The batch, in the order of the edits.
    var batch: [TreeEdit] { edits.sorted { $0.key < $1.key }.map(\.value) }

    /// Merges an edit that is made after the others.
    ///
    /// - Throws: `TreeDatabaseError.Kind.overlappingEdits` for an increment of a place at or below
    ///   the engine's time, or above edited places: the sum isn't known.
    mutating func follow(with edit: TreeEdit) throws(TreeDatabaseError) {
        if let number = numbers.containing(edit.place).first {
            try edits[number]?.follow(with: edit)
            return
        }
        if case .increment = edit.operation, let other = numbers.below(edit.place).min() {
            throw TreeDatabaseError(
                .overlappingEdits, at: edit.place,
                "the transaction has edited \(edits[other]?.place ?? .root) before, so there may be "
                    + "children here; set the place instead of incrementing it")
        }
        lastNumber += 1
        for number in numbers.replace(edit.place, with: lastNumber) { edits[number] = nil }
        edits[lastNumber] = edit
    }

    /// Returns a place's value after the edits.
    ///
    /// - Parameter value: the place's value before the edits.
    /// - Throws: `TreeDatabaseError.Kind.overlappingEdits` if the value has the engine's time in
    ///   it.
    func applied(
        to value: TreeValue?, at place: TreePlace
    ) throws(TreeDatabaseError) -> TreeValue? {
        var value = value
        let above = numbers.containing(place)
        for number in above.isEmpty ? numbers.below(place).sorted() : above {
            guard let edit = edits[number] else { continue }
            if case .set(let pending) = edit.operation {
                let times = pending.serverTimes.map { edit.place.appending($0) }
                if let time = times.first(where: place.overlaps) {
                    throw TreeDatabaseError(
                        .overlappingEdits, at: time,
                        "the engine's time is put here when the transaction is made; "
                            + "it can't be read in the same transaction")
                }
            }
            if edit.place.contains(place) {
                let below = place.relative(to: edit.place)
                // An increment above the place makes a number, which has no children.
                let current = below == .root ? value : nil
                value = edit.resolved(at: 0, from: current)[below]
            } else {
                let below = edit.place.relative(to: place)
                value[below] = edit.resolved(at: 0, from: value[below])
            }
        }
        return value
    }
}

extension TreeEdit {
    /// Merges a later edit at or below the place.
    fileprivate mutating func follow(with next: TreeEdit) throws(TreeDatabaseError) {
        let below = next.place.relative(to: place)
        switch (operation, next.operation) {
        case (_, .set) where below == .root:
            operation = next.operation
        case (.set(var value), .set(let new)):
            value.set(new, at: below)
            operation = .set(value)
        case (.set(var value), .increment(let delta)):
            guard !value.serverTimes.contains(where: below.overlaps) else {
                throw TreeDatabaseError(
                    .overlappingEdits, at: next.place,
                    "the transaction puts the engine's time here, which it can't add to")
            }
            value.value[below] = TreeValue.sum(value.value[below], delta)
            operation = .set(value)
        case (.increment(let a), .increment(let b)) where below == .root:
            operation = .increment(TreeValue.sum(a, b))
        case (.increment, .set(let new)) where new.isNothing:
            // Removing a place below a number is a no-op.
            break
        case (.increment, .set(let new)):
            var value = PendingValue(nil)
            value.set(new, at: below)
            operation = .set(value)
        case (.increment, .increment(let delta)):
            var value = PendingValue(nil)
            value.value[below] = delta
            operation = .set(value)
        }
    }
}

extension PendingValue {
    /// Whether the value is nothing, and stays nothing when it is written.
    var isNothing: Bool { value == nil && serverTimes.isEmpty }

    /// Sets the value of a place below.
    fileprivate mutating func set(_ new: PendingValue, at place: TreePlace) {
        // Removing a place below a scalar, such as a time, is a no-op.
        if new.isNothing, serverTimes.contains(where: { $0.contains(place) && $0 != place }) {
            return
        }
        value[place] = new.value
        if new.value == nil, !new.serverTimes.isEmpty { makeRoom(above: place) }
        serverTimes.removeAll(where: place.overlaps)
        serverTimes += new.serverTimes.map { place.appending($0) }
    }

    /// Removes scalars above a place for the engine's time.
    private mutating func makeRoom(above place: TreePlace) {
        for depth in 0..<place.depth {
            let above = TreePlace(Array(place.keys.prefix(depth)))
            switch value[above] {
            case .children?: continue
            case nil: return
            default: value[above] = nil
            }
        }
    }
}
