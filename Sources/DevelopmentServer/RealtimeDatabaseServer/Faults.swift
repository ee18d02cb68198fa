import TypedDatabase

/// The faults to inject into a server's answers.
public final class Faults: Sendable {
    private struct State {
        var script: [Fault?] = []
        var decide: (@Sendable (HTTPRequest) -> Fault?)?
    }

    private let state = Locked(State())

    /// Adds faults for the next requests, one for each; `nil` for an ordinary answer.
    public func add(_ faults: Fault?...) {
        state.withLock { $0.script += faults }
    }

    /// Decides the fault of each request after those that were added.
    ///
    /// - Parameter decide: called on the threads of the connections.
    public func decide(_ decide: @escaping @Sendable (HTTPRequest) -> Fault?) {
        state.withLock { $0.decide = decide }
    }

    /// Removes all faults, so that later answers are ordinary ones.
    public func removeAll() {
        state.withLock { $0 = State() }
    }

    func next(for request: HTTPRequest) -> Fault? {
        let decide = state.withLock { state -> (@Sendable (HTTPRequest) -> Fault?)? in
            if state.script.isEmpty { return state.decide }
            let fault = state.script.removeFirst()
            return { _ in fault }
        }
        return decide?(request)
    }
}

/// A fault in the response to one request, for tests of clients.
///
/// ```swift
/// server.faults.add(.status(503), .cut(after: 100))    // of the next two requests
/// ```
///
/// Several can be combined: `.delay(1).cutting(after: 100)`.
public struct Fault: Sendable {
    /// A response that replaces the real one. The request has no effect then.
    var replacement: Replacement?

    /// The delay of the answer in seconds.
    var delay = 0.0

    /// The number of bytes of the answer, header included, that are sent before `end` happens.
    var length: Int?
    var end = End.disconnect

    /// The maximum number of bytes per system call.
    var pieceSize: Int?

    enum Replacement: Sendable {
        case response(status: Int, headers: [(name: String, value: String)], body: String)
        case bytes([UInt8])
    }

    enum End: Sendable {
        case disconnect

        /// The connection is reset.
        case reset

        /// The connection stays open, without further bytes.
        case silence
    }

    /// Ends the connection after a number of bytes of the answer. The request takes effect.
    public static func cut(after length: Int) -> Fault { Fault(length: length) }

    /// Resets the connection after a number of bytes of the answer, some of which may be lost. The
    /// request takes effect.
    public static func reset(after length: Int) -> Fault { Fault(length: length, end: .reset) }

    /// Ends the connection. The request has no effect.
    public static var drop: Fault { garbage([]) }

    /// Sends a number of bytes of the answer, then nothing more, and leaves the connection open.
    public static func stall(after length: Int) -> Fault { Fault(length: length, end: .silence) }

    /// Answers after a number of seconds.
    public static func delay(_ seconds: Double) -> Fault { Fault(delay: seconds) }

    /// Answers with a status, and a body that may not be JSON. The request has no effect.
    public static func status(_ status: Int, body: String = "{\"error\":\"fault\"}") -> Fault {
        Fault(replacement: .response(status: status, headers: [], body: body))
    }

    /// Redirects the client to a full address.
    public static func redirect(to address: String, status: Int = 307) -> Fault {
        let headers = [(name: "Location", value: address)]
        return Fault(replacement: .response(status: status, headers: headers, body: ""))
    }

    /// Sends these bytes in place of an answer, and ends the connection.
    public static func garbage(_ bytes: [UInt8]) -> Fault { Fault(replacement: .bytes(bytes)) }

    /// Sends the answer in pieces of at most this number of bytes.
    public static func pieces(of size: Int) -> Fault { Fault(pieceSize: max(1, size)) }

    /// Returns the fault with the connection ended after a number of bytes.
    public func cutting(after length: Int) -> Fault {
        var fault = self
        fault.length = length
        fault.end = .disconnect
        return fault
    }
}

// MARK: - Sending

/// The output of an answer, with its fault.
struct FaultyOutput {
    private let socket: Socket
    private let fault: Fault
    private var sent = 0

    /// The error for an answer that its fault has ended.
    struct Ended: Error {
        let end: Fault.End
    }

    init(_ socket: Socket, _ fault: Fault?) {
        self.socket = socket
        self.fault = fault ?? Fault()
        if self.fault.delay > 0 { socket.wait(seconds: self.fault.delay) }
    }

    mutating func send(_ bytes: [UInt8]) throws {
        let rest = fault.length.map { max(0, $0 - sent) } ?? Int.max
        var part = bytes.prefix(rest)
        let isCut = part.count < bytes.count || part.count == rest
        sent += part.count
        while !part.isEmpty {
            let piece = part.prefix(fault.pieceSize ?? Int.max)
            try socket.send(piece)
            part = part.dropFirst(piece.count)
        }
        if isCut { throw Ended(end: fault.end) }
    }
}
