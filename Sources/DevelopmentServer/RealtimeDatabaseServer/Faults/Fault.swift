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

    init() {}

    /// Ends the connection after a number of bytes of the answer. The request takes effect.
    public static func cut(after length: Int) -> Fault { Fault().cutting(after: length) }

    /// Resets the connection after a number of bytes of the answer, some of which may be lost. The
    /// request takes effect.
    public static func reset(after length: Int) -> Fault {
        var fault = Fault()
        fault.length = length
        fault.end = .reset
        return fault
    }

    /// Ends the connection. The request has no effect.
    public static var drop: Fault {
        var fault = Fault()
        fault.replacement = .bytes([])
        return fault
    }

    /// Sends a number of bytes of the answer, then nothing more, and leaves the connection open.
    public static func stall(after length: Int) -> Fault {
        var fault = Fault()
        fault.length = length
        fault.end = .silence
        return fault
    }

    /// Answers after a number of seconds.
    public static func delay(_ seconds: Double) -> Fault {
        var fault = Fault()
        fault.delay = seconds
        return fault
    }

    /// Answers with a status, and a body that may not be JSON. The request has no effect.
    public static func status(_ status: Int, body: String = "{\"error\":\"fault\"}") -> Fault {
        var fault = Fault()
        fault.replacement = .response(status: status, headers: [], body: body)
        return fault
    }

    /// Redirects the client to a full address.
    public static func redirect(to address: String, status: Int = 307) -> Fault {
        var fault = Fault()
        fault.replacement = .response(
            status: status, headers: [("Location", address)], body: "")
        return fault
    }

    /// Sends these bytes in place of an answer, and ends the connection.
    public static func garbage(_ bytes: [UInt8]) -> Fault {
        var fault = Fault()
        fault.replacement = .bytes(bytes)
        return fault
    }

    /// Sends the answer in pieces of at most this number of bytes.
    public static func pieces(of size: Int) -> Fault {
        var fault = Fault()
        fault.pieceSize = max(1, size)
        return fault
    }

    /// Returns the fault with the connection ended after a number of bytes.
    public func cutting(after length: Int) -> Fault {
        var fault = self
        fault.length = length
        fault.end = .disconnect
        return fault
    }
}
