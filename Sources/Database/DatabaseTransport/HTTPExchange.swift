import TypedDatabase

/// A running request and its response, between a transport's thread and the single task that reads.
///
/// The transport calls `receive` and `finish`. Bytes that the reader hasn't taken yet are buffered
/// up to a limit, above which the transport has to pause.
package final class HTTPExchange: Sendable {
    /// A reader's command to the transport.
    package enum Control: Sendable {
        case resume

        /// Ends the exchange if nothing of the request has been sent.
        case withdraw
        case cancel
    }

    private struct Shared {
        var state = HTTPExchangeState()
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let shared = Locked(Shared())
    private let control: @Sendable (HTTPExchange, Control) -> Void

    /// - Parameter control: passes a command to the transport; called from any thread, without a
    ///   lock held.
    package init(control: @escaping @Sendable (HTTPExchange, Control) -> Void) {
        self.control = control
    }

    // MARK: - For transports

    package func receive(_ head: HTTPHead) {
        change { $0.receive(head) }
    }

    /// - Parameter pause: called if the buffer is full, before ``Control/resume`` can be sent. It
    ///   is called with the lock held, and must not call back.
    package func receive(_ bytes: UnsafeRawBufferPointer, pause: () -> Void) {
        change { state in
            if state.receive(bytes) { pause() }
        }
    }

    /// Ends the exchange with a failure, or at the end of the response.
    package func finish(_ failure: HTTPFailure? = nil) {
        change { $0.finish(failure) }
    }

    // MARK: - For the reader

    package func head() async throws -> HTTPHead {
        try await take { $0.takeHead() }
    }

    /// Returns the next part of the body; `nil` at its end.
    package func nextBytes() async throws -> [UInt8]? {
        try await take { $0.takeBytes() }
    }

    /// Returns the whole response.
    ///
    /// - Parameter isWrite: whether the exchange continues when the task is cancelled, unless
    ///   nothing of the request has been sent: an interrupted write may still reach the server, at
    ///   any time.
    package func response(maximumCount: Int, isWrite: Bool = false) async throws -> HTTPResponse {
        try await take(onCancel: isWrite ? .withdraw : .cancel) {
            $0.takeResponse(maximumCount: maximumCount)
        }
    }

    /// Ends the exchange; a reader gets `CancellationError`. A no-op after the end.
    package func cancel() {
        cancel(.cancelled, "cancelled")
    }

    /// Ends the exchange for a reason of the caller's.
    package func cancel(_ reason: HTTPFailure.Reason, _ message: String) {
        let failure = HTTPFailure(reason: reason, mayHaveBeenSent: true, message: message)
        if change({ $0.cancel(failure) }) { control(self, .cancel) }
    }

    // MARK: - Waiting

    private func take<Value>(
        onCancel: Control = .cancel,
        _ body: @Sendable (inout HTTPExchangeState) -> HTTPExchangeState.Taken<Value>
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            while true {
                let (taken, resumes) = change { (body(&$0), $0.takeResume()) }
                if resumes { control(self, .resume) }
                switch taken {
                case .value(let value): return value
                case .failure(let failure) where failure.reason == .cancelled:
                    throw CancellationError()
                case .failure(let failure): throw failure
                case .nothing: await wait()
                }
            }
        } onCancel: {
            if case .withdraw = onCancel { control(self, .withdraw) } else { cancel() }
        }
    }

    /// Waits until the reader's request can be fulfilled.
    private func wait() async {
        await withCheckedContinuation { continuation in
            let isThere = shared.withLock { shared in
                if shared.state.hasNews { return true }
                shared.waiter = continuation
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Changes the state, and wakes the reader if its request can be fulfilled.
    private func change<Result: Sendable>(
        _ body: (inout HTTPExchangeState) -> Result
    ) -> Result {
        let (result, waiter) = shared.withLock { shared in
            let result = body(&shared.state)
            guard shared.state.hasNews, let waiter = shared.waiter else {
                return (result, CheckedContinuation<Void, Never>?.none)
            }
            shared.waiter = nil
            return (result, waiter)
        }
        waiter?.resume()
        return result
    }
}

// MARK: - The state

/// The state of an exchange: the bytes that were received and not read yet, and how it ended.
struct HTTPExchangeState {
    enum Taken<Value: Sendable>: Sendable {
        case value(Value)
        case failure(HTTPFailure)
        case nothing
    }

    /// The number of buffered bytes at which the transport has to pause.
    static let bufferLimit = 1 << 20

    /// The reader's pending request.
    private enum Wish {
        case head
        case bytes
        case response(maximumCount: Int)
    }

    private var head: HTTPHead?
    private var buffer: [UInt8] = []
    private var isPaused = false
    private var isFinished = false
    private var isTransportDone = false
    private var failure: HTTPFailure?
    private var wish: Wish?

    // MARK: - Receiving

    mutating func receive(_ head: HTTPHead) {
        self.head = head
    }

    /// Receives bytes. Returns whether the transport has to pause. Bytes after the end are dropped.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if isFinished { return false }
        buffer.append(contentsOf: bytes)
        if case .response(let maximumCount)? = wish {
            if buffer.count > maximumCount { endAsTooLarge(maximumCount) }
            return false
        }
        // Bytes in flight may still arrive after a pause has been requested.
        if isPaused || buffer.count < Self.bufferLimit { return false }
        isPaused = true
        return true
    }

    private mutating func endAsTooLarge(_ maximumCount: Int) {
        isFinished = true
        failure = HTTPFailure(
            reason: .tooLarge, mayHaveBeenSent: true,
            message: "the answer has more than \(maximumCount) bytes")
        buffer = []
    }

    /// Ends the response: the transport has no more bytes.
    mutating func finish(_ failure: HTTPFailure?) {
        isTransportDone = true
        if failure == nil, head == nil {
            end(HTTPFailure(reason: .broken, mayHaveBeenSent: true, message: "there was no answer"))
        } else {
            end(failure)
        }
    }

    /// Ends the exchange for the reader. Returns whether the transport has to be told.
    mutating func cancel(_ failure: HTTPFailure) -> Bool {
        end(failure)
        defer { isTransportDone = true }
        return !isTransportDone
    }

    /// Ends the exchange. Only the first end counts.
    private mutating func end(_ failure: HTTPFailure?) {
        if isFinished { return }
        isFinished = true
        self.failure = failure
    }

    // MARK: - Taking

    /// Whether the reader's request can be fulfilled.
    var hasNews: Bool {
        switch wish {
        case nil: false
        case .head?: head != nil || isFinished
        case .bytes?: !buffer.isEmpty || isFinished
        case .response?: isFinished
        }
    }

    mutating func takeHead() -> Taken<HTTPHead> {
        wish = .head
        guard let head else { return outcome() }
        wish = nil
        return .value(head)
    }

    /// Takes all buffered bytes; `nil` at the end. A failure follows the bytes received before it.
    mutating func takeBytes() -> Taken<[UInt8]?> {
        wish = .bytes
        if !buffer.isEmpty, failure?.reason != .cancelled {
            wish = nil
            let bytes = buffer
            buffer = []
            return .value(bytes)
        }
        return isFinished && failure == nil ? .value(nil) : outcome()
    }

    /// Takes the whole response, of whose body nothing has been taken before.
    mutating func takeResponse(maximumCount: Int) -> Taken<HTTPResponse> {
        wish = .response(maximumCount: maximumCount)
        guard isFinished, failure == nil, let head else { return outcome() }
        guard buffer.count <= maximumCount else {
            endAsTooLarge(maximumCount)
            return outcome()
        }
        return .value(HTTPResponse(head: head, body: buffer))
    }

    private func outcome<Value>() -> Taken<Value> {
        failure.map { .failure($0) } ?? .nothing
    }

    /// Returns whether the transport has to resume after a pause.
    mutating func takeResume() -> Bool {
        var needsMore = buffer.count < Self.bufferLimit
        if case .response? = wish { needsMore = true }
        guard isPaused, needsMore, !isFinished else { return false }
        isPaused = false
        return true
    }
}
