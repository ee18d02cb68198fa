#if os(Linux)
    import Foundation
    import RealtimeDatabaseServer
    import TypedDatabase
    import TypedDatabaseFirebase

    extension Benchmark {
        /// The time until a watched large place is available.
        static let firebasePut = Benchmark(
            name: "database-firebase-put",
            summary: "the first 10 MB of a stream, against JSONSerialization of the same bytes"
        ) { session in
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            let engine = try FirebaseEngine(url: server.url)
            let socket = try SocketByHand(port: server.port)
            let write = Trial.awaiting(1) { _ in
                let messages = TreeValue(
                    TreeChildren((0..<80_000).map { ("key\($0)", message($0)) }))
                try await engine.write([TreeEdit(["messages"], .set(PendingValue(messages)))])
            }
            Sink.take(try write.run().elapsedSeconds.isFinite)
            let text = Data(socket.response(to: "/messages.json"))

            let results = try session.measure(
                rounds: 11,
                [
                    Trial {
                        Cost.ofRunning(1) {
                            Sink.take((try? JSONSerialization.jsonObject(with: text)) != nil)
                        }
                    },
                    .awaiting(1) { _ in
                        let watch = engine.watch(["messages"], .all)
                        Sink.take(try await watch.next().count)
                        watch.cancel()
                    },
                ]
            ).map(\.time)
            server.stop()
            let (parsed, watched) = (results[0], results[1])
            return [
                Figure("JSONSerialization of \(text.count / 1_000_000) MB", parsed),
                Figure("the first update of a watch, the server's work included", watched),
                Figure("  ratio", watched / parsed, .ratio, .atMost(1.5)),
            ]
        }

        private static func message(_ number: Int) -> TreeValue {
            [
                "author": .string("user\(number % 97)"), "isRead": .bool(number % 2 == 0),
                "sentAt": .integer(1_700_000_000_000 + Int64(number)),
                "text": .string("Message number \(number), of the usual length, with a — dash"),
            ]
        }
    }
#endif
