import Foundation
import TestSupport
import TypedDatabase

@testable import RealtimeDatabaseServer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A connection to a server, which sends what bytes one likes.
///
/// It waits on threads of its own: tests run on the cooperative pool, which the server's engine needs.
final class TestClient: Sendable {
    private let socket: Socket
    private let received = Locked(Received())

    init(port: Int) throws {
        let descriptor = SystemCalls.makeSocket()
        socket = Socket(descriptor, sendTimeout: 10)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw SocketError.current("connect") }
    }

    func send(_ bytes: [UInt8]) async throws {
        try await onThread { [socket] in try socket.send(bytes) }
    }

    func send(_ text: String) async throws {
        try await onThread { [socket] in try socket.send(text.utf8) }
    }

    func close() {
        socket.close()
    }

    var text: String { received.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Receives until the text is as it should be. Returns the text, also if the time is up.
    @discardableResult
    func receive(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        _ = await receive(within: Patience.seconds) { [self] in isEnough(text) }
        return text
    }

    /// Receives until the server ends the connection. Returns how it ended, or `more` if it didn't.
    @discardableResult
    func receiveToEnd(within seconds: Double = Patience.seconds) async -> Part {
        await receive(within: seconds) { false }
    }

    /// The events of a stream: so many, or more.
    func events(_ count: Int) async -> [String] {
        _ = await receive(within: Patience.seconds) { [self] in
            received.withLock { $0.events.count } >= count
        }
        return received.withLock { $0.events }
    }

    enum Part {
        case more
        case end
        case failure
    }

    private func receive(
        within seconds: Double, until isEnough: @escaping @Sendable () -> Bool
    ) async -> Part {
        await onThread { [self] in
            let deadline = Clock.now + seconds
            while !isEnough(), Clock.now < deadline {
                let part = receivePart(before: deadline)
                if part != .more { return part }
            }
            return .more
        }
    }

    private func receivePart(before deadline: Double) -> Part {
        var part: [UInt8] = []
        guard let isMore = try? socket.receive(into: &part, within: deadline - Clock.now) else {
            return Clock.now >= deadline ? .more : .failure
        }
        received.withLock { [part] in $0.append(part) }
        return isMore ? .more : .end
    }
}

/// The bytes that have come, and the events of a stream among them.
private struct Received {
    private(set) var bytes: [UInt8] = []
    private(set) var events: [String] = []
    private var eventStart = 0

    mutating func append(_ part: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        for byte in part {
            if byte == newline, bytes.last == newline { endEvent() }
            bytes.append(byte)
        }
    }

    /// How often a stream says that it is alive depends on how long the test takes.
    private mutating func endEvent() {
        let text =
            String(decoding: bytes[eventStart...], as: UTF8.self)
            .components(separatedBy: "\r\n\r\n").last ?? ""
        let lines = text.split(separator: "\n")
        if lines.first != "event: keep-alive" { events.append(lines.joined(separator: " | ")) }
        eventStart = bytes.count
    }
}

/// An answer, taken apart.
struct TestResponse: Equatable {
    var status: Int
    var headers: [String: String]
    var body: String

    init(_ text: String) throws {
        let parts = text.components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        headers = Dictionary(
            lines.dropFirst().map { line in
                let field = line.components(separatedBy: ": ")
                return (field[0].lowercased(), field.dropFirst().joined(separator: ": "))
            }, uniquingKeysWith: { $1 })
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
    }

    /// The words of an error.
    var error: String? {
        let json = try? JSONSerialization.jsonObject(with: Data(body.utf8))
        return (json as? [String: String])?["error"]
    }
}

extension TestClient {
    /// Sends one request over a connection of its own.
    static func request(
        _ method: String, _ target: String, _ body: String = "", headers: [String: String] = [:],
        port: Int
    ) async throws -> TestResponse {
        let client = try TestClient(port: port)
        let fields = headers.map { "\($0): \($1)\r\n" }.joined()
        try await client.send(
            "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        await client.receiveToEnd()
        return try TestResponse(client.text)
    }
}

extension RealtimeDatabaseServer {
    func request(
        _ method: String, _ target: String, _ body: String = "", headers: [String: String] = [:]
    ) async throws -> TestResponse {
        try await TestClient.request(method, target, body, headers: headers, port: port)
    }

    func get(_ target: String) async throws -> String {
        try await request("GET", target).body
    }

    /// Begins a stream.
    func stream(_ target: String, headers: String = "") async throws -> TestClient {
        let client = try TestClient(port: port)
        try await client.send(
            "GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                + "\(headers)\r\n")
        return client
    }
}
