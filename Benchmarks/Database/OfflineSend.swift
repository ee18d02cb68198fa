#if os(Linux)
    import RealtimeDatabaseServer
    import TypedDatabase
    import TypedDatabaseFirebase
    import TypedDatabaseOffline
    import TypedDatabaseSQLite

    extension Benchmark {
        /// The time until an outbox is empty.
        static let offlineSend = Benchmark(
            name: "offline-send",
            summary: "sending 10,000 pending writes, against making them one after the other online"
        ) { session in
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            let engine = try FirebaseEngine(url: server.url)
            let count = session.isQuick ? 1000 : 10_000
            let online = [edit, sum].map { edit in
                Trial.awaiting(1) { _ in
                    for number in 0..<count { try await engine.write([edit(number)]) }
                }
            }
            let results = try session.measure(
                rounds: 3, warmsUp: false,
                [
                    online[0], try sending(count, to: engine, "batches", in: session, edit),
                    online[1], try sending(count, to: engine, "sums", in: session, sum),
                ]
            ).map(\.time)
            server.stop()
            return [
                Figure("sets online, one after the other", results[0]),
                Figure("pending sets, in batches", results[1]),
                Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.2)),
                Figure("increments online, one after the other", results[2]),
                Figure("pending increments, one by one", results[3]),
                // On this machine's own network, a step of the store takes as long as a request.
                Figure("  ratio", results[3] / results[2], .ratio),
            ]
        }

        /// Returns a trial of sending what an outbox has, which is filled before.
        private static func sending(
            _ count: Int, to remote: FirebaseEngine, _ name: String, in session: Session,
            _ edit: @escaping @Sendable (Int) -> TreeEdit
        ) throws -> Trial {
            let store = try SQLiteEngine(at: session.folder["\(name).offline"])
            let current = Locked<(OfflineEngine, GatedEngine)?>(nil)
            let prepare = {
                let gate = GatedEngine(remote)
                let engine = OfflineEngine(gate, keepingIn: store)
                let filled = waitFor {
                    for number in 0..<count { try await engine.write([edit(number)]) }
                }
                try filled.get()
                current.withLock { $0 = (engine, gate) }
            }
            return .awaiting(1, prepare: prepare) { _ in
                guard let (engine, gate) = current.withLock({ $0 }) else { return }
                gate.open()
                try await engine.waitUntilSent()
            }
        }

        @Sendable private static func edit(_ number: Int) -> TreeEdit {
            let value: TreeValue = ["text": .string("Message number \(number)")]
            return TreeEdit(["messages", "key\(number)"], .set(PendingValue(value)))
        }

        @Sendable private static func sum(_ number: Int) -> TreeEdit {
            TreeEdit(["sums", "\(number % 100)"], .increment(1))
        }
    }
#endif
