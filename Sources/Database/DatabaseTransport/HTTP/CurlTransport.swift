#if os(Linux)
    import CCurl

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
#endif
