import Foundation
import TypedDatabase

/// A client's connection, whose requests are answered one after the other.
struct Connection {
    let socket: Socket
    let service: RESTService
    let faults: Faults
    let backlog: Backlog<EventQueue>
    let bodies: Backlog<Socket>
    let record: @Sendable (HTTPRequest) -> Void

    /// Serves requests until the connection has ended.
    func serve() {
        do {
            try answerRequests()
            socket.finish()
        } catch let ended as FaultyOutput.Ended {
            switch ended.end {
            case .disconnect: socket.finish()
            case .reset: socket.reset()
            case .silence: waitForEnd()
            }
        } catch let failure as HTTPFailure {
            let response = ServiceError(failure.status, failure.reason).response
            try? socket.send(response.bytes(keepingConnection: false))
            socket.finish()
        } catch {
            socket.close()
        }
    }

    private func answerRequests() throws {
        var reader = HTTPRequestReader(socket, service.options.limits, bodies)
        while let request = try reader.next() {
            record(request)
            let fault = faults.next(for: request)
            var output = FaultyOutput(socket, fault)
            switch fault?.replacement {
            case .bytes(let bytes)?:
                try output.send(bytes)
                return
            case .response(let status, let headers, let body)?:
                let response = HTTPResponse(
                    status: status, headers: headers, body: Array(body.utf8))
                try output.send(response.bytes(keepingConnection: request.keepsConnection))
            case nil:
                guard try answer(request, to: &output) else { return }
            }
            guard request.keepsConnection else { return }
        }
    }

    /// Answers a request. Returns whether the connection can be used for another one.
    private func answer(_ request: HTTPRequest, to output: inout FaultyOutput) throws -> Bool {
        switch service.answer(request) {
        case .response(let response):
            try output.send(response.bytes(keepingConnection: request.keepsConnection))
            return true
        case .stream(let place, let selection, let identity):
            let queue = try makeQueue()
            let subscription = Subscription(place, selection, as: identity, queue: queue)
            try follow(queue, output: &output) {
                try service.begin(subscription)
            } end: {
                service.database.remove(subscription)
            }
            return false
        case .changes:
            let queue = try makeQueue()
            try follow(queue, output: &output) {
                service.database.addPage(queue)
            } end: {
                service.database.removePage(queue)
            }
            return false
        }
    }

    /// Waits until the client leaves, without sending anything.
    private func waitForEnd() {
        var ignored: [UInt8] = []
        while (try? socket.receive(into: &ignored, within: 3600)) == true { ignored = [] }
        socket.close()
    }
}

// MARK: - Streams

extension Connection {
    private func makeQueue() throws -> EventQueue {
        try EventQueue(
            capacity: service.options.streamBufferSize, backlog: backlog,
            onOverflow: socket.shutdown)
    }

    /// Sends the events of a queue until it is finished, or the client leaves.
    private func follow(
        _ queue: EventQueue, output: inout FaultyOutput, begin: () throws -> Void, end: () -> Void
    ) throws {
        do {
            try begin()
        } catch {
            try output.send(ServiceError(error).response.bytes(keepingConnection: false))
            return
        }
        defer {
            end()
            queue.discard()
        }
        try output.send(Self.streamHead.bytes(keepingConnection: true))
        let interval = service.options.keepAliveInterval
        var nextKeepAlive = Clock.now + interval
        while true {
            let (events, isFinished) = queue.take()
            for event in events { try output.send(event) }
            if isFinished { return }
            if Clock.now >= nextKeepAlive {
                try output.send(StreamEvent.keepAlive.bytes)
                nextKeepAlive = Clock.now + interval
            }
            let time = max(0, nextKeepAlive - Clock.now)
            let isReadable = socket.wait(for: queue.wakeup, seconds: time)
            if isReadable, !clientIsThere() { return }
        }
    }

    private static let streamHead = HTTPResponse(
        status: 200,
        headers: [
            ("Content-Type", "text/event-stream; charset=utf-8"), ("Cache-Control", "no-cache"),
        ])

    /// Whether the client is still connected. Bytes that it sends on a stream are ignored.
    private func clientIsThere() -> Bool {
        var ignored: [UInt8] = []
        return (try? socket.receive(into: &ignored, within: 0)) ?? false
    }
}

// MARK: - All connections

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

// MARK: - Memory

/// The number of bytes that connections hold in memory until their clients proceed: pending events,
/// or bodies that haven't arrived wholly. Beyond the limit, the largest holder is to be ended.
final class Backlog<Holder: AnyObject & Sendable>: Sendable {
    private let capacity: Int
    private let state = Locked(State())

    private struct State {
        var totalCount = 0
        var holders: [ObjectIdentifier: (holder: Holder, count: Int)] = [:]

        mutating func add(_ count: Int, of holder: Holder) {
            totalCount += count
            let id = ObjectIdentifier(holder)
            let sum = (holders[id]?.count ?? 0) + count
            holders[id] = sum == 0 ? nil : (holder, sum)
        }
    }

    /// - Parameter capacity: the limit in bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Records bytes that a holder has now.
    ///
    /// - Returns: the holder to end; `nil` below the limit. A single holder may exceed it.
    func add(_ count: Int, of holder: Holder) -> Holder? {
        state.withLock { state in
            state.add(count, of: holder)
            guard state.totalCount > capacity, state.holders.count > 1 else { return nil }
            return state.holders.values.max { $0.count < $1.count }?.holder
        }
    }

    /// Records bytes that a holder has no longer.
    func remove(_ count: Int, of holder: Holder) {
        if count > 0 { state.withLock { $0.add(-count, of: holder) } }
    }
}
