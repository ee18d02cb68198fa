import Foundation
import TypedDatabase

/// The open connections, each with a thread of its own, and their requests.
final class ConnectionList: Sendable {
    private struct State {
        var sockets: [ObjectIdentifier: Socket] = [:]
        var isClosed = false
        var totalCount = 0
        var requests: [HTTPRequest] = []
        var requestCount = 0
    }

    private let state = Locked(State())
    private let capacity: Int
    private let threads = DispatchGroup()

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { state.withLock { $0.sockets.count } }
    var totalCount: Int { state.withLock { $0.totalCount } }
    var requests: [HTTPRequest] { state.withLock { $0.requests.suffix(1_000) } }
    var requestCount: Int { state.withLock { $0.requestCount } }

    /// Starts a thread for a connection.
    func serve(_ socket: Socket, _ body: @escaping @Sendable () -> Void) {
        let id = ObjectIdentifier(socket)
        let isAccepted = state.withLock { state in
            state.totalCount += 1
            guard !state.isClosed, state.sockets.count < capacity else { return false }
            state.sockets[id] = socket
            threads.enter()
            return true
        }
        guard isAccepted else { return refuse(socket) }
        let thread = Thread { [self] in
            body()
            socket.close()
            state.withLock { $0.sockets[id] = nil }
            threads.leave()
        }
        // Values are read and written recursively.
        thread.stackSize = 2 * 1024 * 1024
        thread.start()
    }

    private func refuse(_ socket: Socket) {
        let response = ServiceError(503, "There are too many connections.").response
        try? socket.send(response.bytes(keepingConnection: false))
        socket.close()
    }

    func record(_ request: HTTPRequest) {
        var request = request
        request.body = []
        state.withLock { state in
            state.requestCount += 1
            state.requests.append(request)
            if state.requests.count > 2_000 { state.requests.removeFirst(1_000) }
        }
    }

    func shutdownAll() {
        for socket in state.withLock({ Array($0.sockets.values) }) { socket.shutdown() }
    }

    /// Ends all connections, accepts no more, and waits for the threads, for at most 5 seconds.
    func close() {
        state.withLock { $0.isClosed = true }
        shutdownAll()
        _ = threads.wait(timeout: .now() + 5)
    }
}
