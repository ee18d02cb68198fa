#if os(Linux)
    import CCurl
    import Foundation
    import RealtimeDatabaseServer
    import TypedDatabase
    import TypedDatabaseFirebase
    import TypedDatabaseFirestore

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

    // MARK: - Firestore

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

    // MARK: - By hand

    /// A hand-written client that reads a body with libcurl in a task: a thread, a queue, a handle.
    // The thread alone touches the handle and the body; the queue is touched with the lock held.
    final class CurlByHand: @unchecked Sendable {
        private let lock = NSCondition()
        private var queue: [(url: String, continuation: CheckedContinuation<[UInt8], Never>)] = []
        private var body: [UInt8] = []

        init() {
            Thread { self.run() }.start()
        }

        func body(of url: String) async -> [UInt8] {
            await withCheckedContinuation { continuation in
                lock.withLock { queue.append((url, continuation)) }
                lock.signal()
            }
        }

        private func next() -> (url: String, continuation: CheckedContinuation<[UInt8], Never>) {
            lock.withLock {
                while queue.isEmpty { lock.wait() }
                return queue.removeFirst()
            }
        }

        private func run() {
            guard ccurl_start() > 0, let easy = ccurl_easy_create(),
                let multi = ccurl_multi_create()
            else { return }
            let headers = ccurl_list_append(nil, "X-Firebase-ETag: true")
            ccurl_easy_set_pointer(easy, CCurlOptionHeaderList, UnsafeMutableRawPointer(headers))
            ccurl_easy_set_pointer(
                easy, CCurlOptionWriteContext, Unmanaged.passUnretained(self).toOpaque())
            ccurl_easy_set_callback(easy, CCurlOptionWriteCallback) { bytes, size, count, context in
                guard let context else { return 0 }
                Unmanaged<CurlByHand>.fromOpaque(context).takeUnretainedValue().body
                    .append(
                        contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
                return size * count
            }
            while true {
                let (url, continuation) = next()
                body = []
                ccurl_easy_set_string(easy, CCurlOptionURL, url)
                ccurl_multi_add(multi, easy)
                var result: Int32 = 0
                ccurl_multi_perform(multi)
                while ccurl_multi_next_done(multi, &result) == nil {
                    ccurl_multi_wait(multi, 1000)
                    ccurl_multi_perform(multi)
                }
                ccurl_multi_remove(multi, easy)
                continuation.resume(returning: body)
            }
        }
    }

    /// A connection that sends requests as bytes: the minimum work of a client.
    final class SocketByHand: Sendable {
        private let descriptor: Int32

        struct NoConnection: Error {}

        init(port: Int) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafeBytes(of: &address) { bytes in
                connect(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(bytes.count))
            }
            guard result == 0 else { throw NoConnection() }
        }

        deinit {
            close(descriptor)
        }

        /// Returns the body of the answer to a GET, which must have a `Content-Length`.
        func response(to path: String) -> [UInt8] {
            let request = Array(
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Firebase-ETag: true\r\n\r\n".utf8)
            send(descriptor, request, request.count, 0)
            var received: [UInt8] = []
            var length: Int?
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while length.map({ received.count < $0 }) ?? true {
                let count = recv(descriptor, &part, part.count, 0)
                guard count > 0 else { return [] }
                received += part[..<count]
                if length == nil { length = Self.length(received) }
            }
            return Array(received.drop { $0 != UInt8(ascii: "{") })
        }

        /// Returns the length of the whole answer; `nil` before its head is complete.
        private static func length(_ bytes: [UInt8]) -> Int? {
            let text = String(decoding: bytes.prefix(2000), as: UTF8.self)
            let parts = text.split(
                separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let field = parts[0].split(separator: "\r\n").first {
                $0.lowercased().hasPrefix("content-length: ")
            }
            return field.flatMap { Int($0.dropFirst(16)) }.map { parts[0].utf8.count + 4 + $0 }
        }
    }
#endif
