#if os(Linux)
    import Foundation
    import TypedDatabase
    import TypedDatabaseFirestore

    extension Benchmark {
        /// The engine's overhead over libcurl; the time of Google's emulator is part of both.
        static func firestoreGet(on emulator: String) -> Benchmark {
            Benchmark(
                name: "database-firestore-get",
                summary: "a small document of Google's emulator, against libcurl by hand"
            ) { try measureFirestoreGet(on: emulator, $0) }
        }

        private static func measureFirestoreGet(
            on emulator: String, _ session: Session
        ) throws -> [Figure] {
            let project = "benchmark-\(UInt32.random(in: 0...UInt32.max))"
            let engine = try FirestoreEngine(
                project: project, layout: DocumentLayout(collections: ["messages"]),
                emulator: emulator)
            let place: TreePlace = ["messages", "m1"]
            let message: TreeValue = ["author": "ana", "text": "Hi", "sentAt": 1_700_000_000_000]
            let write = Trial.awaiting(1) { _ in
                try await engine.write([TreeEdit(place, .set(PendingValue(message)))])
            }
            Sink.take(try write.run().elapsedSeconds.isFinite)

            let url =
                "http://\(emulator)/v1/projects/\(project)/databases/(default)/documents/messages/m1"
            let curl = CurlByHand()
            let results = try session.measure(
                rounds: 41,
                [
                    .awaiting(100) { _ in
                        let text = await curl.body(of: url)
                        Sink.take(
                            try JSONSerialization.jsonObject(with: Data(text)) is NSDictionary)
                    },
                    .awaiting(100) { _ in
                        Sink.take(try await engine.read(place, .all).value != nil)
                    },
                ]
            ).map(\.time)
            return [
                Figure("libcurl by hand, on a thread", results[0]),
                Figure("FirestoreEngine", results[1]),
                Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.3)),
            ]
        }
    }
#endif
