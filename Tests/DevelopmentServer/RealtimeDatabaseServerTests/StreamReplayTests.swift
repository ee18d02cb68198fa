import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseRules

@testable import RealtimeDatabaseServer

/// A client that applies what a stream tells it has what a read gives, whatever is written.
@Suite struct StreamReplayTests {
    private static let addresses = [
        "/.json", "/a.json", "/a/1.json", "/a/1/b.json",
        "/a.json?orderBy=%22$key%22&limitToFirst=2",
        "/a.json?orderBy=%22$key%22&startAt=%221%22&limitToLast=2",
        "/a.json?orderBy=%22$value%22&limitToLast=2",
        "/a.json?orderBy=%22b%22&startAt=2&limitToFirst=2",
        "/a.json?orderBy=%22b%22&equalTo=null",
    ]

    @Test func replayedEventsGiveWhatIsRead() async throws {
        var random = SplitMix64(seed: Seed.make())
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        let service = RESTService(
            database: ServedDatabase(MemoryEngine()),
            access: try AccessControl(SecurityRules(isOpen: true)),
            options: options)
        let followers = try Self.addresses.map { try Follower($0, service) }
        try await onThread { for follower in followers { try follower.begin() } }
        for _ in 0..<Effort.times(300) {
            let request = Self.randomWrite(using: &random)
            try await onThread {
                _ = service.answer(request)
                for follower in followers {
                    let (known, read) = (try follower.replayed(), try follower.read())
                    if known != read { throw Difference(request, follower.address, known, read) }
                }
            }
        }
    }

    private struct Difference: Error {
        let description: String

        init(_ request: HTTPRequest, _ address: String, _ known: TreeValue?, _ read: TreeValue?) {
            let body = String(decoding: request.body, as: UTF8.self)
            description = """
                after \(request.method) \(request.target) \(body), a stream of \(address) has \
                \(String(describing: known)), a read \(String(describing: read))
                """
        }
    }

    private static func randomWrite(using random: inout SplitMix64) -> HTTPRequest {
        let keys = ["a", "1", "2", "3", "b", "c"]
        func place(_ depth: ClosedRange<Int>) -> String {
            (0..<Int.random(in: depth, using: &random))
                .map {
                    $0 == 0 && Int.random(in: 0..<4, using: &random) > 0
                        ? "a" : keys.randomElement(using: &random)!
                }
                .joined(separator: "/")
        }
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
            case 0: "null"
            case 1...3: "\(Int.random(in: 0..<4, using: &random))"
            case 4: "\"x\""
            default:
                "{"
                    + keys.filter { _ in Bool.random(using: &random) }
                    .map { "\"\($0)\":\(value(depth - 1))" }.joined(separator: ",") + "}"
            }
        }
        let method = ["PUT", "PUT", "DELETE", "PATCH", "PATCH"].randomElement(using: &random)!
        let body =
            method == "PATCH"
            ? "{" + (0..<2).map { _ in "\"\(place(1...3))\":\(value(1))" }.joined(separator: ",")
                + "}"
            : value(3)
        return HTTPRequest(
            method: method, target: "/\(place(0...4)).json", headers: [:], body: Array(body.utf8),
            keepsConnection: true)
    }
}

/// A stream, and a client that keeps what it is told.
private final class Follower: Sendable {
    let address: String
    private let service: RESTService
    private let subscription: Subscription
    private let known = Locked<TreeValue?>(nil)

    init(_ address: String, _ service: RESTService) throws {
        self.address = address
        self.service = service
        let headers = ["accept": "text/event-stream"]
        let request = HTTPRequest(
            method: "GET", target: address, headers: headers, body: [], keepsConnection: true)
        guard case .stream(let place, let selection, let identity) = service.answer(request) else {
            throw SocketError("no stream")
        }
        let queue = try EventQueue(
            capacity: 1_000_000, backlog: Backlog<EventQueue>(capacity: 1_000_000_000)
        ) {}
        subscription = Subscription(place, selection, as: identity, queue: queue)
    }

    func begin() throws {
        try service.database.add(subscription)
    }

    func read() throws -> TreeValue? {
        let request = HTTPRequest(
            method: "GET", target: address, headers: [:], body: [], keepsConnection: true)
        guard case .response(let response) = service.answer(request) else { return nil }
        return try JSONReader.value(response.body ?? [])
    }

    func replayed() throws -> TreeValue? {
        for event in subscription.queue.take().events { try apply(event) }
        return known.withLock { $0 }
    }

    private func apply(_ event: [UInt8]) throws {
        let lines = String(decoding: event, as: UTF8.self).split(separator: "\n")
        let isPatch = lines[0] == "event: patch"
        let data = Array(lines[1].dropFirst("data: ".count).utf8)
        var path = TreePlace.root
        var updates: [TreeUpdate] = []
        try JSONReader.read(data) { reader throws(JSONError) in
            try reader.members { key, reader throws(JSONError) in
                if key == "path" {
                    path = Self.place(try reader.string())
                } else if isPatch {
                    try reader.members { key, reader throws(JSONError) in
                        updates.append(TreeUpdate(Self.place(key), try reader.value()))
                    }
                } else {
                    updates.append(TreeUpdate(.root, try reader.value()))
                }
            }
        }
        known.withLock { [path, updates] known in
            for update in updates { known[path.appending(update.place)] = update.value }
        }
    }

    private static func place(_ path: String) -> TreePlace {
        TreePlace(path.split(separator: "/").map { TreeKey(String($0)) })
    }
}
