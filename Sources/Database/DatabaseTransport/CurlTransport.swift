#if os(Linux)
    import CCurl
    import Foundation
    import TypedDatabase

    /// A transport that uses libcurl.
    ///
    /// URLSession of FoundationNetworking won't do: it ends the process when a connection breaks in the
    /// head of a response, and has no back-pressure.
    final class CurlTransport: HTTPTransport {
        private let loop = CurlLoop()

        deinit {
            loop.stop(.failure(.stopped))
        }

        func start(_ request: HTTPRequest) -> HTTPExchange {
            let loop = loop
            let exchange = HTTPExchange { exchange, control in
                switch control {
                case .resume: loop.submit(.resume(exchange))
                case .withdraw: loop.submit(.withdraw(exchange))
                case .cancel: loop.submit(.cancel(exchange))
                }
            }
            loop.submit(.start(request, exchange))
            return exchange
        }
    }

    // MARK: - The thread

    /// An engine's thread for libcurl, and its queue of commands.
    ///
    /// The thread starts with the first request. Each engine has its own, so that its connections
    /// close with it, and users never share one.
    final class CurlLoop: Sendable {
        enum Command {
            case start(HTTPRequest, HTTPExchange)
            case resume(HTTPExchange)
            case withdraw(HTTPExchange)
            case cancel(HTTPExchange)
        }

        /// The reason why the loop has ended.
        enum End {
            /// The exchanges fail as well.
            case failure(HTTPFailure)

            /// The exchanges stay as they are: waiting tasks must not resume while the process
            /// ends.
            case processEnd
        }

        private struct State {
            var commands: [Command] = []
            var hasThread = false
            var end: End?

            /// The libcurl handle to wake; `nil` until the thread has made it.
            var multi: CurlMulti?
        }

        private let state = Locked(State())

        func submit(_ command: Command) {
            let (isFirst, end, multi) = state.withLock { state in
                if let end = state.end { return (false, End?(end), CurlMulti?.none) }
                state.commands.append(command)
                defer { state.hasThread = true }
                return (!state.hasThread, nil, state.commands.count == 1 ? state.multi : nil)
            }
            // Not with the lock held, which the thread needs as soon as it wakes.
            multi?.wake()
            if let end, case .start(_, let exchange) = command { exchange.finish(end.failure) }
            if isFirst, !CurlThreads.shared.start(self) { fail(.noThread) }
        }

        /// Stops the thread soon after. Only the first end counts.
        func stop(_ end: End) {
            let multi = state.withLock { state in
                state.end = state.end ?? end
                return state.multi
            }
            multi?.wake()
        }

        /// Ends all exchanges without a thread.
        private func fail(_ failure: HTTPFailure) {
            stop(.failure(failure))
            for command in takeCommands().commands {
                if case .start(_, let exchange) = command { exchange.finish(failure) }
            }
        }

        private func takeCommands() -> (commands: [Command], end: End?) {
            state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.end)
            }
        }
    }

    // MARK: - On the thread

    extension CurlLoop {
        func run() {
            ccurl_thread_set_name("TypedDatabase")
            Self.blockBrokenPipeSignal()
            guard let multi = CurlMulti() else { return fail(.noCurl) }
            let transfers = CurlTransfers(multi)
            state.withLock { $0.multi = multi }
            while true {
                let (commands, end) = takeCommands()
                if case .processEnd? = end {
                    // Freeing transfers may take long, and is useless when the process ends.
                    _ = Unmanaged.passRetained(transfers)
                    return
                }
                for command in commands { transfers.run(command) }
                if case .failure(let failure)? = end { return transfers.end(failure) }
                transfers.proceed()
            }
        }

        /// Blocks a signal that would end the process when a TLS library writes to a closed
        /// connection.
        private static func blockBrokenPipeSignal() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }

    extension CurlLoop.End {
        /// The failure of an exchange that begins after the end.
        fileprivate var failure: HTTPFailure {
            switch self {
            case .failure(let failure): failure
            case .processEnd: .noThread
            }
        }
    }

    // MARK: - Transfers

    /// The transfers of one ``CurlLoop``. Only its thread uses them.
    final class CurlTransfers {
        private let multi: CurlMulti
        private var transfers: [OpaquePointer: CurlTransfer] = [:]
        private var handles: [ObjectIdentifier: OpaquePointer] = [:]

        /// The time of the last byte that any ended transfer received.
        private var lastReceived = ContinuousClock.now

        init(_ multi: CurlMulti) {
            self.multi = multi
        }

        func run(_ command: CurlLoop.Command) {
            switch command {
            case .start(let request, let exchange): start(request, exchange)
            case .cancel(let exchange): remove(exchange)
            case .withdraw(let exchange): withdraw(exchange)
            case .resume(let exchange):
                if let handle = handles[ObjectIdentifier(exchange)] { ccurl_easy_resume(handle) }
            }
        }

        /// Proceeds with the transfers, then waits for more data or a command.
        func proceed() {
            ccurl_multi_perform(multi.handle)
            var result: Int32 = 0
            while let handle = ccurl_multi_next_done(multi.handle, &result) {
                guard let transfer = transfers[handle] else { continue }
                // First, so that the reader continues while this thread cleans up.
                transfer.finish(result)
                remove(transfer.exchange)
            }
            ccurl_multi_wait(multi.handle, 60_000)
        }

        /// Ends all transfers.
        func end(_ failure: HTTPFailure) {
            for transfer in transfers.values {
                remove(transfer.exchange)
                transfer.exchange.finish(failure)
            }
            multi.close()
        }

        private func start(_ request: HTTPRequest, _ exchange: HTTPExchange) {
            let times = request.isRepeatable ? [] : transfers.values.compactMap(\.lastReceived)
            let silence = ContinuousClock.now - times.reduce(lastReceived, max)
            guard let transfer = CurlTransfer(request, exchange, silence: silence),
                ccurl_multi_add(multi.handle, transfer.handle) == 0
            else { return exchange.finish(.noCurl) }
            transfers[transfer.handle] = transfer
            handles[ObjectIdentifier(exchange)] = transfer.handle
        }

        private func withdraw(_ exchange: HTTPExchange) {
            guard let handle = handles[ObjectIdentifier(exchange)],
                transfers[handle]?.mayHaveBeenSent == false
            else { return }
            remove(exchange)
            exchange.finish(.withdrawn)
        }

        private func remove(_ exchange: HTTPExchange) {
            let handle = handles.removeValue(forKey: ObjectIdentifier(exchange))
            guard let handle else { return }
            ccurl_multi_remove(multi.handle, handle)
            lastReceived = max(lastReceived, transfers[handle]?.lastReceived ?? lastReceived)
            transfers[handle] = nil
        }
    }

    /// A multi handle of libcurl.
    // Only `wake` may be called by other threads than the loop's, until `close`.
    final class CurlMulti: @unchecked Sendable {
        let handle: OpaquePointer
        private let isOpen = Locked(true)

        /// Returns `nil` if libcurl can't be used.
        init?() {
            guard Self.version >= 0x074400, let handle = ccurl_multi_create() else { return nil }
            self.handle = handle
        }

        func wake() {
            isOpen.withLock { if $0 { ccurl_multi_wake(handle) } }
        }

        /// Closes all connections. To be called once, by the loop's thread, and not by a `deinit`,
        /// which may run on any thread.
        func close() {
            isOpen.withLock { $0 = false }
            ccurl_multi_destroy(handle)
        }

        /// Initialized once, at first use. The loop requires 7.68.
        private static let version = {
            let version = ccurl_start()
            // Libraries may have registered handlers of their own, which have to run later.
            CurlThreads.shared.endProcessAtExit()
            return version
        }()
    }

    /// A libcurl handle for one request. Only the loop's thread uses it.
    final class CurlTransfer {
        let handle: OpaquePointer
        let exchange: HTTPExchange

        private var headers: OpaquePointer?
        private var head = HTTPHeadReader()
        private let body: [UInt8]
        private var sentCount = 0

        /// The time at which the last byte was received.
        private(set) var lastReceived: ContinuousClock.Instant?

        /// Returns `nil` if memory is exhausted.
        ///
        /// - Parameter silence: the time since a byte was received from the server.
        init?(_ request: HTTPRequest, _ exchange: HTTPExchange, silence: Duration) {
            guard let handle = ccurl_easy_create() else { return nil }
            self.handle = handle
            self.exchange = exchange
            body = request.body ?? []
            setUp(request)
            if !request.isRepeatable { setUpConnection(request.timeouts.reuse, silence) }
            setUpCallbacks()
        }

        deinit {
            ccurl_easy_destroy(handle)
            ccurl_list_destroy(headers)
        }

        private func setUp(_ request: HTTPRequest) {
            ccurl_easy_set_string(handle, CCurlOptionURL, request.url)
            ccurl_easy_set_string(handle, CCurlOptionCustomRequest, request.method.rawValue)
            if request.body != nil {
                ccurl_easy_set_long(handle, CCurlOptionUpload, 1)
                ccurl_easy_set_size(handle, CCurlOptionUploadSize, Int64(body.count))
            }
            // Sends the body without asking the server first.
            var lines = ["Expect:"]
            lines += request.headers.map { "\($0.key): \($0.value)" }
            for line in lines { headers = ccurl_list_append(headers, line) ?? headers }
            ccurl_easy_set_pointer(handle, CCurlOptionHeaderList, UnsafeMutableRawPointer(headers))

            set(CCurlOptionConnectTimeoutMilliseconds, request.timeouts.connect)
            if let whole = request.timeouts.whole { set(CCurlOptionTimeoutMilliseconds, whole) }
            if let idle = request.timeouts.idle {
                ccurl_easy_set_long(handle, CCurlOptionLowSpeedLimit, 1)
                ccurl_easy_set_long(
                    handle, CCurlOptionLowSpeedTime, max(1, Int(idle.components.seconds)))
            }
            // Not `CURLOPT_PIPEWAIT`: requests would wait for a connection that may be dead.
            ccurl_easy_set_long(handle, CCurlOptionHTTPVersion, Int(CCurlHTTP2OverTLS))
            ccurl_easy_set_long(handle, CCurlOptionTCPNoDelay, 1)
            ccurl_easy_set_long(handle, CCurlOptionSuppressConnectHeaders, 1)
            // No signals, and, from libcurl 7.87 on, no waiting for a name server when a request is
            // cancelled.
            ccurl_easy_set_long(handle, CCurlOptionNoSignal, 1)
            ccurl_easy_set_long(handle, CCurlOptionQuickExit, 1)
            // Requests to this machine bypass the proxy of the environment.
            if request.url.hasPrefix("http:") {
                ccurl_easy_set_string(handle, CCurlOptionNoProxy, "*")
            }
        }

        private func setUpConnection(_ reuse: Duration, _ silence: Duration) {
            // Skips idle connections one by one, but not one that other requests use at the same
            // time, as with HTTP/2.
            ccurl_easy_set_long(
                handle, CCurlOptionMaximumIdleTime, max(1, Int(reuse.components.seconds)))
            if silence >= reuse { ccurl_easy_set_long(handle, CCurlOptionFreshConnection, 1) }
        }

        private func set(_ option: CCurlLongOption, _ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            ccurl_easy_set_long(handle, option, max(1, Int(milliseconds)))
        }

        private func setUpCallbacks() {
            let context = Unmanaged.passUnretained(self).toOpaque()
            ccurl_easy_set_pointer(handle, CCurlOptionHeaderContext, context)
            ccurl_easy_set_callback(handle, CCurlOptionHeaderCallback) {
                bytes, size, count, context in
                let line = UnsafeRawBufferPointer(start: bytes, count: Int(size * count))
                CurlTransfer.at(context)?.receiveHead(line)
                return size * count
            }
            ccurl_easy_set_pointer(handle, CCurlOptionWriteContext, context)
            ccurl_easy_set_callback(handle, CCurlOptionWriteCallback) {
                bytes, size, count, context in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(size * count))
                CurlTransfer.at(context)?.receive(bytes)
                return size * count
            }
            ccurl_easy_set_pointer(handle, CCurlOptionReadContext, context)
            ccurl_easy_set_callback(handle, CCurlOptionReadCallback) {
                bytes, size, count, context in
                let space = UnsafeMutableRawBufferPointer(start: bytes, count: Int(size * count))
                return CurlTransfer.at(context)?.send(into: space) ?? UInt(CCurlAbort)
            }
        }

        private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        // MARK: - Callbacks

        private func receiveHead(_ line: UnsafeRawBufferPointer) {
            lastReceived = .now
            if let head = head.read(line) { exchange.receive(head) }
        }

        private func receive(_ bytes: UnsafeRawBufferPointer) {
            lastReceived = .now
            exchange.receive(bytes) { ccurl_easy_pause(handle) }
        }

        private func send(into space: UnsafeMutableRawBufferPointer) -> UInt {
            let part = body[sentCount...].prefix(space.count)
            space.copyBytes(from: part)
            sentCount += part.count
            return UInt(part.count)
        }

        /// Whether any byte of the request has been passed to the system.
        var mayHaveBeenSent: Bool { ccurl_easy_get_long(handle, CCurlInfoRequestSize) > 0 }

        // MARK: - The end

        func finish(_ result: Int32) {
            if result == CCurlDone, head.isComplete { return exchange.finish() }
            let message =
                switch Int(result) {
                case CCurlDone: "the connection ended within the answer's head"
                // libcurl would send the body again over another connection.
                case CCurlNoRewind: "the connection had ended before the request"
                default: String(cString: ccurl_describe(result))
                }
            exchange.finish(
                HTTPFailure(
                    reason: reason(result), mayHaveBeenSent: mayHaveBeenSent, message: message))
        }

        private func reason(_ result: Int32) -> HTTPFailure.Reason {
            switch Int(result) {
            case CCurlMalformedURL, CCurlNoProxy, CCurlNoHost, CCurlNoConnection, CCurlNoTLS:
                .unreachable
            case CCurlTimedOut: .timedOut
            case CCurlWrongCertificate: .untrusted
            default: .broken
            }
        }
    }

    extension HTTPFailure {
        fileprivate static let stopped = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: true, message: "the engine is gone")

        fileprivate static let noCurl = HTTPFailure(
            reason: .unreachable, mayHaveBeenSent: false,
            message: "libcurl is older than 7.68, or there is no memory for it")

        fileprivate static let noThread = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: false,
            message: "the process is ending, or the system has no more threads")

        fileprivate static let withdrawn = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: false, message: "cancelled")
    }
#endif

// MARK: - Heads

/// A parser of a response's head, line by line.
struct HTTPHeadReader {
    private var head: HTTPHead?
    private(set) var isComplete = false

    /// Parses a line, with or without its end. Returns the head at the line that completes it.
    ///
    /// Of several heads, those with a status of 1xx are for the transport alone. Of several fields
    /// with the same name, the last counts.
    mutating func read(_ line: UnsafeRawBufferPointer) -> HTTPHead? {
        if isComplete { return nil }
        let line = trimmed(line[...]) { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        if line.starts(with: "HTTP/".utf8) {
            head = status(line).map { HTTPHead(status: $0) }
        } else if line.isEmpty {
            guard let head, head.status >= 200 else { return nil }
            isComplete = true
            return head
        } else if let etag = value(of: "etag:", in: line) {
            head?.etag = etag
        } else if let location = value(of: "location:", in: line) {
            head?.location = location
        } else if let affinity = value(of: "x-http-session-id:", in: line) {
            head?.sessionAffinity = affinity
        }
        return nil
    }

    /// Returns the number after the first space.
    private func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the value of a field, if the line is one of that name.
    ///
    /// - Parameter name: the name in lowercase, with the colon.
    private func value(of name: String, in line: Slice<UnsafeRawBufferPointer>) -> String? {
        let count = name.utf8.count
        // In ASCII, this converts uppercase to lowercase, and leaves colons as they are.
        guard line.prefix(count).elementsEqual(name.utf8, by: { $0 | 0x20 == $1 }) else {
            return nil
        }
        let value = trimmed(line.dropFirst(count)) { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: value, as: UTF8.self)
    }

    private func trimmed(
        _ line: Slice<UnsafeRawBufferPointer>, _ isUnwanted: (UInt8) -> Bool
    ) -> Slice<UnsafeRawBufferPointer> {
        var line = line.drop(while: isUnwanted)
        while let last = line.last, isUnwanted(last) { line.removeLast() }
        return line
    }
}
