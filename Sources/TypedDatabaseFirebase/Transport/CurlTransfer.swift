#if os(Linux)
    import CCurl

    /// One request, as libcurl knows it. Only the loop's thread touches it.
    final class CurlTransfer {
        let easy: OpaquePointer
        let exchange: HTTPExchange

        private var headers: OpaquePointer?
        private var head = HTTPHeadReader()
        private let body: [UInt8]
        private var sentCount = 0

        /// `nil` if there is no memory.
        init?(_ request: HTTPRequest, _ exchange: HTTPExchange) {
            guard let easy = ccurl_easy_create() else { return nil }
            self.easy = easy
            self.exchange = exchange
            body = request.body ?? []
            setUp(request)
            setUpCallbacks()
        }

        deinit {
            ccurl_easy_destroy(easy)
            ccurl_list_destroy(headers)
        }

        private func setUp(_ request: HTTPRequest) {
            ccurl_easy_set_string(easy, CCurlOptionURL, request.url)
            ccurl_easy_set_string(easy, CCurlOptionCustomRequest, request.method.rawValue)
            if request.body != nil {
                ccurl_easy_set_long(easy, CCurlOptionUpload, 1)
                ccurl_easy_set_size(easy, CCurlOptionUploadSize, Int64(body.count))
            }
            // The server isn't asked first whether it wants the body.
            var lines = ["Expect:"]
            lines += request.headers.map { "\($0.key): \($0.value)" }
            for line in lines { headers = ccurl_list_append(headers, line) ?? headers }
            ccurl_easy_set_pointer(easy, CCurlOptionHeaderList, UnsafeMutableRawPointer(headers))

            set(CCurlOptionConnectTimeoutMilliseconds, request.timeouts.connect)
            if let whole = request.timeouts.whole { set(CCurlOptionTimeoutMilliseconds, whole) }
            if let idle = request.timeouts.idle {
                ccurl_easy_set_long(easy, CCurlOptionLowSpeedLimit, 1)
                ccurl_easy_set_long(
                    easy, CCurlOptionLowSpeedTime, max(1, Int(idle.components.seconds)))
            }
            ccurl_easy_set_long(easy, CCurlOptionHTTPVersion, Int(CCurlHTTP2OverTLS))
            ccurl_easy_set_long(easy, CCurlOptionBufferSize, 1 << 16)
            ccurl_easy_set_long(easy, CCurlOptionTCPNoDelay, 1)
            ccurl_easy_set_long(easy, CCurlOptionSuppressConnectHeaders, 1)
            // No signals, and no waiting for a name server when a request is cancelled.
            ccurl_easy_set_long(easy, CCurlOptionNoSignal, 1)
            ccurl_easy_set_long(easy, CCurlOptionQuickExit, 1)
            // What goes to this machine goes there directly, whatever proxy the environment names.
            if request.url.hasPrefix("http:") {
                ccurl_easy_set_string(easy, CCurlOptionNoProxy, "*")
            }
        }

        private func set(_ option: CCurlLongOption, _ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
            ccurl_easy_set_long(easy, option, max(1, Int(milliseconds)))
        }

        private func setUpCallbacks() {
            let context = Unmanaged.passUnretained(self).toOpaque()
            ccurl_easy_set_pointer(easy, CCurlOptionHeaderContext, context)
            ccurl_easy_set_callback(easy, CCurlOptionHeaderCallback) {
                bytes, size, count, context in
                let line = UnsafeRawBufferPointer(start: bytes, count: Int(size * count))
                CurlTransfer.at(context)?.receiveHead(line)
                return size * count
            }
            ccurl_easy_set_pointer(easy, CCurlOptionWriteContext, context)
            ccurl_easy_set_callback(easy, CCurlOptionWriteCallback) { bytes, size, count, context in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(size * count))
                guard let transfer = CurlTransfer.at(context) else { return UInt(CCurlFlowAbort) }
                return transfer.exchange.receive(bytes) ? size * count : UInt(CCurlFlowPause)
            }
            ccurl_easy_set_pointer(easy, CCurlOptionReadContext, context)
            ccurl_easy_set_callback(easy, CCurlOptionReadCallback) { bytes, size, count, context in
                let space = UnsafeMutableRawBufferPointer(start: bytes, count: Int(size * count))
                return CurlTransfer.at(context)?.send(into: space) ?? UInt(CCurlFlowAbort)
            }
        }

        private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        // MARK: - What libcurl calls

        private func receiveHead(_ line: UnsafeRawBufferPointer) {
            if let head = head.read(line) { exchange.receive(head) }
        }

        private func send(into space: UnsafeMutableRawBufferPointer) -> UInt {
            let part = body[sentCount...].prefix(space.count)
            space.copyBytes(from: part)
            sentCount += part.count
            return UInt(part.count)
        }

        // MARK: - The end

        func finish(_ result: Int32) {
            if result == CCurlDone, head.isComplete { return exchange.finish() }
            let sentCount = ccurl_easy_get_long(easy, CCurlInfoRequestSize)
            let message =
                result == CCurlDone
                ? "the connection ended within the answer's head"
                : String(cString: ccurl_describe(result))
            exchange.finish(
                HTTPFailure(
                    reason: reason(result), mayHaveBeenSent: sentCount > 0, message: message))
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
