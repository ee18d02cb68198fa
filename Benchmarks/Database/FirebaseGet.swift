#if os(Linux)
    import Foundation
    import RealtimeDatabaseServer
    import TypedDatabase
    import TypedDatabaseFirebase

    extension Benchmark {
        /// The engine's overhead over libcurl: a token, a URL, an order, a queue, a parsed answer.
        static let firebaseGet = Benchmark(
            name: "database-firebase-get",
            summary: "a small read over one connection, against libcurl by hand"
        ) { session in
            let server = try RealtimeDatabaseServer(engine: MemoryEngine())
            let engine = try FirebaseEngine(url: server.url)
            let curl = CurlByHand()
            let socket = try SocketByHand(port: server.port)
            let message: TreeValue = ["author": "ana", "text": "Hi", "sentAt": 1_700_000_000_000]
            let write = Trial.awaiting(1) { _ in
                try await engine.write([TreeEdit(["message"], .set(PendingValue(message)))])
            }
            Sink.take(try write.run().elapsedSeconds.isFinite)

            let results = try session.measure(
                rounds: 151,
                [
                    Trial {
                        Cost.ofRunning(200) {
                            for _ in 0..<200 {
                                Sink.take(socket.response(to: "/message.json").count)
                            }
                        }
                    },
                    .awaiting(200) { _ in
                        let text = await curl.body(of: server.url + "/message.json")
                        Sink.take(
                            try JSONSerialization.jsonObject(with: Data(text)) is NSDictionary)
                    },
                    .awaiting(200) { _ in
                        Sink.take(try await engine.read(["message"], .all).value != nil)
                    },
                ]
            ).map(\.time)
            server.stop()
            let (floor, byHand, ours) = (results[0], results[1], results[2])
            return [
                Figure("the server alone, over a socket", floor),
                Figure("libcurl by hand, on a thread", byHand),
                Figure("FirebaseEngine", ours),
                Figure(
                    "  ratio without the server", (ours - floor) / (byHand - floor), .ratio,
                    .atMost(1.3)),
            ]
        }
    }
#endif
