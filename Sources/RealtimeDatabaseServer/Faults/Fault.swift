/// A fault in the response to one request, for tests of clients.
///
/// ```swift
/// server.faults.add(.status(503), .cut(after: 100))    // of the next two requests
/// ```
///
/// Several can be combined: `.delay(1).cutting(after: 100)`.
public struct Fault: Sendable {
    /// A response in place of the real one. The request has no effect then.
    var replacement: Replacement?

    /// Seconds before the answer.
    var delay = 0.0

    /// The bytes of the answer, header included, that are sent before `end` happens.
    var length: Int?
    var end = End.disconnect

    /// The most bytes that are given to the system at once.
    var pieceSize: Int?

    enum Replacement: Sendable {
        case response(status: Int, headers: [(name: String, value: String)], body: String)
        case bytes([UInt8])
    }

    enum End: Sendable {
        case disconnect

        /// The connection breaks.
        case reset

        /// The connection stays, and nothing more comes over it.
        case silence
    }

    init() {}

    /// Ends the connection after so many bytes of the answer. What was asked for is done.
    public static func cut(after length: Int) -> Fault { Fault().cutting(after: length) }

    /// Breaks the connection after so many bytes of the answer, some of which may be lost. What was
    /// asked for is done.
    public static func reset(after length: Int) -> Fault {
        var fault = Fault()
        fault.length = length
        fault.end = .reset
        return fault
    }

    /// Ends the connection without doing what was asked for.
    public static var drop: Fault {
        var fault = Fault()
        fault.replacement = .bytes([])
        return fault
    }

    /// Sends so many bytes of the answer, then nothing more, and leaves the connection open.
    public static func stall(after length: Int) -> Fault {
        var fault = Fault()
        fault.length = length
        fault.end = .silence
        return fault
    }

    /// Answers so many seconds later.
    public static func delay(_ seconds: Double) -> Fault {
        var fault = Fault()
        fault.delay = seconds
        return fault
    }

    /// Answers with a status, and a body that may not be JSON.
    public static func status(_ status: Int, body: String = "{\"error\":\"fault\"}") -> Fault {
        var fault = Fault()
        fault.replacement = .response(status: status, headers: [], body: body)
        return fault
    }

    /// Sends the client elsewhere, to a full address.
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

    /// Sends the answer in pieces of at most so many bytes, each on its own.
    public static func pieces(of size: Int) -> Fault {
        var fault = Fault()
        fault.pieceSize = max(1, size)
        return fault
    }

    /// Also ends the connection after so many bytes.
    public func cutting(after length: Int) -> Fault {
        var fault = self
        fault.length = length
        fault.end = .disconnect
        return fault
    }
}
