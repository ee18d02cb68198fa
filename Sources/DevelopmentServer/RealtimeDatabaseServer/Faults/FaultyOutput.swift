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
