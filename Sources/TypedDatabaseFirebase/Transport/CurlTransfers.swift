#if os(Linux)
    import CCurl

    /// The transfers of one ``CurlLoop``. Only its thread touches them.
    struct CurlTransfers {
        let multi: CurlMulti?
        private var transfers: [OpaquePointer: CurlTransfer] = [:]
        private var easies: [ObjectIdentifier: OpaquePointer] = [:]

        init() {
            multi = CurlMulti()
        }

        mutating func run(_ command: CurlLoop.Command) {
            switch command {
            case .start(let request, let exchange): start(request, exchange)
            case .cancel(let exchange): remove(exchange)
            case .resume(let exchange):
                if let easy = easies[ObjectIdentifier(exchange)] { ccurl_easy_resume(easy) }
            }
        }

        /// Sends and receives what there is, then waits until there is more, or a command.
        mutating func proceed() {
            guard let multi else { return }
            ccurl_multi_perform(multi.handle)
            var result: Int32 = 0
            while let easy = ccurl_multi_next_done(multi.handle, &result) {
                guard let transfer = transfers[easy] else { continue }
                remove(transfer.exchange)
                transfer.finish(result)
            }
            ccurl_multi_wait(multi.handle, 60_000)
        }

        /// Ends all of it.
        mutating func end() {
            for transfer in transfers.values {
                remove(transfer.exchange)
                transfer.exchange.finish(.stopped)
            }
            if let multi { ccurl_multi_destroy(multi.handle) }
        }

        private mutating func start(_ request: HTTPRequest, _ exchange: HTTPExchange) {
            guard let multi, let transfer = CurlTransfer(request, exchange),
                ccurl_multi_add(multi.handle, transfer.easy) == 0
            else {
                exchange.finish(
                    HTTPFailure(
                        reason: .unreachable, mayHaveBeenSent: false,
                        message:
                            "libcurl can't be used: it is too old, or memory or files are used up"))
                return
            }
            transfers[transfer.easy] = transfer
            easies[ObjectIdentifier(exchange)] = transfer.easy
        }

        private mutating func remove(_ exchange: HTTPExchange) {
            guard let multi, let easy = easies.removeValue(forKey: ObjectIdentifier(exchange))
            else {
                return
            }
            ccurl_multi_remove(multi.handle, easy)
            transfers[easy] = nil
        }
    }

    /// What libcurl drives transfers with.
    // `wake` is the one function that other threads than the loop's call, and may call.
    struct CurlMulti: @unchecked Sendable {
        let handle: OpaquePointer

        /// `nil` if libcurl can't be used.
        init?() {
            guard Self.version >= 0x074400, let handle = ccurl_multi_create() else { return nil }
            self.handle = handle
        }

        func wake() {
            ccurl_multi_wake(handle)
        }

        /// Made ready once, on first use. The loop needs 7.68.
        private static let version = ccurl_start()
    }
#endif
