import Foundation

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
            let queue = try EventQueue(
                capacity: service.options.streamBufferSize, backlog: backlog,
                onOverflow: socket.shutdown)
            let subscription = Subscription(place, selection, as: identity, queue: queue)
            try follow(queue, output: &output) {
                try service.begin(subscription)
            } end: {
                service.database.remove(subscription)
            }
            return false
        case .changes:
            let queue = try EventQueue(
                capacity: service.options.streamBufferSize, backlog: backlog,
                onOverflow: socket.shutdown)
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
