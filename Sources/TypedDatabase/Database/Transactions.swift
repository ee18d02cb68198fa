import TypedPaths

extension TreeDatabase {
    /// Changes the value at a path, depending on what it is, so that nobody's change is lost.
    ///
    /// ```swift
    /// try await database.transaction(at: room.topic) { topic in
    ///     topic = (topic ?? "") + "!"
    /// }
    /// ```
    ///
    /// The closure is given the value, `nil` if there is none, and makes of it what shall be there;
    /// `nil` removes it. If somebody else has written in the meantime, it is called again with what
    /// is there now, 25 times at most: so it should do nothing else that counts. If it throws, the
    /// error is passed on and nothing is written.
    ///
    /// - Returns: what the closure has made of the value.
    ///
    /// Throws `TreeDatabaseError.Kind.conflict` if somebody else was faster each time.
    // Of a Path<String?>, the other one is meant: a closure of several statements doesn't say which.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func transaction<Value: Codable>(
        at path: Path<Value>, _ change: (inout Value?) throws -> Void
    ) async throws -> Value? {
        try await transaction(at: try path.place, change)
    }

    /// Changes the value at a path that may have none.
    @discardableResult
    public nonisolated(nonsending) func transaction<Value: Codable>(
        at path: Path<Value?>, _ change: (inout Value?) throws -> Void
    ) async throws -> Value? {
        try await transaction(at: try path.place, change)
    }

    private nonisolated(nonsending) func transaction<Value: Codable>(
        at place: TreePlace, _ change: (inout Value?) throws -> Void
    ) async throws -> Value? {
        var current = try await engine.read(place, .all)
        for _ in 0..<Self.maximumTries {
            var value = try decode(Value.self, from: current.value, at: place)
            try change(&value)
            let pending = try value.map { try encoder.encode($0, at: place) } ?? PendingValue(nil)
            switch try await engine.replace(place, with: pending, ifVersionIs: current.version) {
            case .replaced: return value
            case .changed(let now): current = now
            }
        }
        throw TreeDatabaseError(
            .conflict, at: place,
            "somebody else has changed it during each of \(Self.maximumTries) tries")
    }

    /// As many as Firebase's own libraries make.
    private static let maximumTries = 25
}
