import TypedDatabase

extension EngineConformance {
    /// Checks of conditional writes, and of transactions that use them.
    static let transactions: [ConformanceCheck] = [
        several("a conditional write makes all edits if no version has changed") { engine in
            try await engine.set(["a": 1, "b": ["x": 2], "c": 3], at: .root)
            let versions = try await engine.versions(of: [["a"], ["b"], ["none"]])
            try await engine.set(4, at: ["d"])
            let edits = [
                TreeEdit(["b", "x"], .set(PendingValue(nil))), TreeEdit(["c"], .increment(5)),
                TreeEdit(["e"], .set(PendingValue("new"))),
            ]
            let result = try await engine.write(edits, ifUnchanged: versions)
            guard case .written = result else {
                throw ConformanceFailure("it wasn't written, although nothing had changed")
            }
            try await engine.expect(.root, holds: ["a": 1, "c": 8, "d": 4, "e": "new"])
        },
        several("a conditional write makes no edit if one version of several has changed") {
            engine in
            let places: [TreePlace] = [["a"], ["b"], ["c", "x"]]
            for changed in places {
                try await engine.set(["a": 1, "b": ["x": 2]], at: .root)
                let versions = try await engine.versions(of: places)
                try await engine.set("changed", at: changed)
                let now = try await engine.read(.root, .all).value
                let edits = [
                    TreeEdit(["a"], .set(PendingValue(7))), TreeEdit(["d"], .increment(1)),
                ]
                let result = try await engine.write(edits, ifUnchanged: versions)
                guard case .changed(let current) = result else {
                    throw ConformanceFailure("it was written, although \(changed) had changed")
                }
                try require(
                    current.map { shown($0.value) }, places.map { shown(now[$0]) }, "the values now"
                )
                try await engine.expect(.root, holds: now)
            }
        },
        several("versions can be checked without writing") { engine in
            try await engine.set(["a": 1, "b": 2], at: .root)
            let versions = try await engine.versions(of: [["a"], ["b"]])
            guard case .written = try await engine.write([], ifUnchanged: versions) else {
                throw ConformanceFailure("a version has changed, although nothing was written")
            }
            try await engine.set(3, at: ["b"])
            guard case .changed = try await engine.write([], ifUnchanged: versions) else {
                throw ConformanceFailure("no version has changed, although b was written")
            }
            try await engine.expect(.root, holds: ["a": 1, "b": 3])
        },
        ConformanceCheck("a conditional write that an engine can't make is an error") { engine in
            guard engine.transactions.reach == .onePlace else { return }
            let versions = try await engine.versions(of: [["a"], ["b"]])
            let edits = [TreeEdit(["a"], .set(PendingValue(1)))]
            do {
                _ = try await engine.write(edits, ifUnchanged: versions)
            } catch let error as TreeDatabaseError where error.kind == .unsupported {
                return try await engine.expect(.root, holds: nil)
            }
            throw ConformanceFailure("there is no error, although the engine's reach is one place")
        },
        ConformanceCheck("no transaction of many tasks fails, with writes in between") { engine in
            try await TransactionLoad(tasks: 8, times: 10).count(in: engine)
        },
        several("transactions over several places keep a total") { engine in
            try await TransactionLoad(tasks: 8, times: 10).transfer(in: engine, accounts: 4)
        },
    ]

    /// Returns a check of engines with transactions over several places.
    private static func several(
        _ name: String, _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Void
    ) -> ConformanceCheck {
        ConformanceCheck(name) { engine in
            if engine.transactions.reach == .severalPlaces { try await body(engine) }
        }
    }
}

extension DatabaseEngine {
    fileprivate func versions(of places: [TreePlace]) async throws -> [PlaceVersion] {
        var versions: [PlaceVersion] = []
        for place in places {
            versions.append(PlaceVersion(place, try await read(place, .all).version))
        }
        return versions
    }
}
