import DatabaseTransport
import TypedDatabase

/// The ways in which a fake server fails, and what it answers nevertheless.
struct FakeFaults {
    /// Whether connections are refused.
    var isDown = false

    /// The number of bytes of answers, and of their heads as one byte each, after which the
    /// connection breaks, once.
    var bytesUntilCut: Int?

    /// The number of answers to messages that are lost after the messages have been received.
    var lostAnswerCount = 0

    /// The statuses of the next sessions, the last first.
    var refusals: [Int] = []

    /// Whether back channels hear nothing but a sign of life at their beginning, and not even that.
    var holdsBack = false
    var isMute = false

    /// Whether arrays are forgotten once they are sent, which no later request then gets.
    var forgetsSent = false

    /// Whether queries are sent as a whole after each change, as by Google's emulator.
    var resets = false

    /// Deleted documents that the differences from a resume token don't mention.
    var forgotten: Set<TreePlace> = []

    /// The status codes for targets that are refused.
    var refusedTargets: [TreePlace: Int] = [:]

    /// The interval of signs of life, in milliseconds.
    var keepAlive = 30_000

    /// The number of bytes sent so far, counted as for ``bytesUntilCut``.
    var byteCount = 0

    /// Sends a whole answer.
    mutating func answer(
        _ body: [UInt8], to exchange: HTTPExchange, status: Int = 200, affinity: String? = nil
    ) {
        let head = HTTPHead(status: status, sessionAffinity: affinity)
        if begin(exchange, head), write(body, to: exchange) { exchange.finish() }
    }

    /// Sends a head. Returns whether the connection is still there.
    mutating func begin(_ exchange: HTTPExchange, _ head: HTTPHead) -> Bool {
        guard passes(1) == 1 else {
            exchange.finish(.broken)
            return false
        }
        exchange.receive(head)
        return true
    }

    /// Sends bytes. Returns whether the connection is still there.
    mutating func write(_ bytes: [UInt8], to exchange: HTTPExchange) -> Bool {
        let count = passes(bytes.count)
        bytes.prefix(count).withUnsafeBytes { bytes in exchange.receive(bytes) {} }
        if count < bytes.count { exchange.finish(.broken) }
        return count == bytes.count
    }

    /// Returns how many of some bytes pass.
    private mutating func passes(_ count: Int) -> Int {
        guard let rest = bytesUntilCut, rest < count else {
            bytesUntilCut = bytesUntilCut.map { $0 - count }
            byteCount += count
            return count
        }
        bytesUntilCut = nil
        byteCount += rest
        return rest
    }
}
