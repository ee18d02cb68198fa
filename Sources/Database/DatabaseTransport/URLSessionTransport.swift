#if canImport(Darwin)
    import Foundation
    import TypedDatabase

    /// A transport that uses URLSession.
    final class URLSessionTransport: HTTPTransport {
        /// A session, and the exchanges of its tasks, whose numbers are only unique in it.
        private struct Connections {
            let session: URLSession
            let exchanges: URLSessionExchanges
        }

        private struct State {
            var connections = URLSessionTransport.makeConnections()

            /// Earlier connections that still have tasks.
            var earlier: [Connections] = []
        }

        private let state = Locked(State())

        private static func makeConnections() -> Connections {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.httpShouldSetCookies = false
            // Without HTTP/2, each stream has a connection of its own.
            configuration.httpMaximumConnectionsPerHost = 1_000
            let exchanges = URLSessionExchanges()
            let session = URLSession(
                configuration: configuration, delegate: exchanges, delegateQueue: nil)
            return Connections(session: session, exchanges: exchanges)
        }

        deinit {
            state.withLock { state in
                for connections in state.earlier + [state.connections] {
                    connections.session.invalidateAndCancel()
                }
            }
        }

        /// Makes a task: with a new connection, if it can't be repeated and the session was silent.
        private func makeTask(
            _ request: HTTPRequest, _ url: URL
        ) -> (URLSessionDataTask, URLSessionExchanges) {
            state.withLock { state in
                let old = state.connections
                if !request.isRepeatable, old.exchanges.silence >= request.timeouts.reuse {
                    old.session.finishTasksAndInvalidate()
                    state.connections = Self.makeConnections()
                    state.earlier = (state.earlier + [old]).filter { !$0.exchanges.isEmpty }
                }
                let task = state.connections.session.dataTask(
                    with: Self.urlRequest(request, url))
                return (task, state.connections.exchanges)
            }
        }

        func start(_ request: HTTPRequest) -> HTTPExchange {
            guard let url = URL(string: request.url) else {
                let exchange = HTTPExchange { _, _ in }
                exchange.finish(
                    HTTPFailure(
                        reason: .unreachable, mayHaveBeenSent: false, message: "it isn't a URL"))
                return exchange
            }
            let (task, exchanges) = makeTask(request, url)
            let exchange = HTTPExchange { _, control in
                switch control {
                case .resume: task.resume()
                // URLSession doesn't tell whether any byte has been sent.
                case .withdraw: break
                case .cancel: task.cancel()
                }
            }
            exchanges.add(exchange, for: task)
            if let whole = request.timeouts.whole {
                Task { [weak exchange] in
                    try await Task.sleep(for: whole)
                    exchange?.cancel(.timedOut, "there was no whole answer in time")
                }
            }
            task.resume()
            return exchange
        }

        private static func urlRequest(_ request: HTTPRequest, _ url: URL) -> URLRequest {
            var urlRequest = URLRequest(url: url)
            urlRequest.httpMethod = request.method.rawValue
            urlRequest.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
            for (name, value) in request.headers {
                urlRequest.setValue(value, forHTTPHeaderField: name)
            }
            if let body = request.body {
                // The session requests another stream before it re-sends one.
                urlRequest.httpBodyStream = InputStream(data: Data(body))
                urlRequest.setValue("\(body.count)", forHTTPHeaderField: "Content-Length")
            }
            let idle = request.timeouts.idle.map { TimeInterval($0.components.seconds) }
            urlRequest.timeoutInterval = idle ?? .greatestFiniteMagnitude
            return urlRequest
        }
    }

    /// The exchanges of a session's tasks.
    private final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
        private let exchanges = Locked<[Int: HTTPExchange]>([:])
        private let lastReceived = Locked(ContinuousClock.now)

        var isEmpty: Bool { exchanges.withLock(\.isEmpty) }

        /// The time since a byte was received, or since the session began.
        var silence: Duration { lastReceived.withLock { .now - $0 } }

        func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
            exchanges.withLock { $0[task.taskIdentifier] = exchange }
        }

        private func exchange(_ task: URLSessionTask) -> HTTPExchange? {
            exchanges.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let response = response as? HTTPURLResponse else {
                return completionHandler(.cancel)
            }
            lastReceived.withLock { $0 = .now }
            exchange(dataTask)?.receive(HTTPHead(response))
            completionHandler(.allow)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) {
            guard let exchange = exchange(dataTask) else { return }
            lastReceived.withLock { $0 = .now }
            data.withUnsafeBytes { bytes in
                exchange.receive(bytes) { dataTask.suspend() }
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            exchange?.finish(error.map(HTTPFailure.init))
        }
    }

    extension HTTPHead {
        fileprivate init(_ response: HTTPURLResponse) {
            self.init(
                status: response.statusCode, etag: response.value(forHTTPHeaderField: "ETag"),
                location: response.value(forHTTPHeaderField: "Location"),
                sessionAffinity: response.value(forHTTPHeaderField: "X-HTTP-Session-Id"))
        }
    }

    extension HTTPFailure {
        fileprivate init(_ error: any Error) {
            let code = (error as? URLError)?.code
            let reason = code.map(Reason.init) ?? .broken
            self.init(
                reason: reason,
                mayHaveBeenSent: reason != .unreachable && reason != .untrusted,
                message: error.localizedDescription)
        }
    }

    extension HTTPFailure.Reason {
        fileprivate init(_ code: URLError.Code) {
            switch code {
            case .cancelled: self = .cancelled
            case .timedOut: self = .timedOut
            case .badURL, .unsupportedURL, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost,
                .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
                .secureConnectionFailed, .appTransportSecurityRequiresSecureConnection:
                self = .unreachable
            case .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
                .clientCertificateRejected, .clientCertificateRequired:
                self = .untrusted
            default: self = .broken
            }
        }
    }
#endif
