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
    // Of a Path<String?>, the other one is meant: a closure of several statements doesn't say which.
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
