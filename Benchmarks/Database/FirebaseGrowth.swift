#if os(Linux)
    import RealtimeDatabaseServer
    import TypedDatabase
    import TypedDatabaseFirebase

    extension Benchmark {
        /// Whether the cost of many writes is linear in their number.
        static let firebaseGrowth = Benchmark(
            name: "database-firebase-growth",
            summary: "many concurrent writes, and many values that the server computes"
        ) { session in
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            let engine = try FirebaseEngine(url: server.url)
            let results = try session.measure(
                rounds: 3,
                [1_000, 4_000].flatMap { count in
                    [
                        concurrent(count, on: engine) { ["places", TreeKey("\($0)")] },
                        concurrent(count, on: engine) { ["place", TreeKey("\($0 % 2)")] },
                        .awaiting(1) { _ in
                            let keys = (0..<8 * count).map { TreeKey("key\($0)") }
                            let times = PendingValue(nil, serverTimes: keys.map { [$0] })
                            try await engine.write([TreeEdit(["times"], .set(times))])
                        },
                    ]
                }
            ).map(\.time)
            server.stop()
            return zip(["writes to places of their own", "writes to two places"], 0...1)
                .flatMap { name, index in
                    [
                        Figure("4,000 concurrent \(name)", results[index + 3]),
                        Figure(
                            "  ÷ 1,000", results[index + 3] / results[index], .ratio, .atMost(8)),
                    ]
                } + [
                    Figure("32,000 server times in a write", results[5]),
                    Figure("  ÷ 8,000", results[5] / results[2], .ratio, .atMost(8)),
                ]
        }

        private static func concurrent(
            _ count: Int, on engine: FirebaseEngine, _ place: @escaping @Sendable (Int) -> TreePlace
        ) -> Trial {
            .awaiting(1) { _ in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<count {
                        group.addTask {
                            let edit = TreeEdit(place(number), .set(PendingValue(true)))
                            try await engine.write([edit])
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
#endif
