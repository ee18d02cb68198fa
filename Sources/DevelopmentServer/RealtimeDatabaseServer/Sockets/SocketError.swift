import Foundation
import TypedDatabase

/// The reason why a connection can't be used, or the server can't listen.
public struct SocketError: DescribedError, Hashable, Sendable {
    /// The failed attempt, and the system's message.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Returns the error of the latest system call.
    static func current(_ attempt: String) -> SocketError {
        SocketError("can't \(attempt): \(String(cString: strerror(errno)))")
    }

    static let timedOut = SocketError("the client took too long")
    static let ended = SocketError("the client ended the connection in the middle of a request")
}
