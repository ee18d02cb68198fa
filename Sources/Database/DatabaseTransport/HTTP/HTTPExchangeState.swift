/// The received part of a response, and the part of it that has been taken.
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
