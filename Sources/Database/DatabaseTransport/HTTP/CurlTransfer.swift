#if os(Linux)
    import CCurl

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
#endif
