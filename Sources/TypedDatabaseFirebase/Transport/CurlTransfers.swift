#if os(Linux)
    import CCurl

    /// The transfers of one ``CurlLoop``. Only its thread touches them.
    struct CurlTransfers {
        private let multi: CurlMulti
        private var transfers: [OpaquePointer: CurlTransfer] = [:]
        private var handles: [ObjectIdentifier: OpaquePointer] = [:]

        init(_ multi: CurlMulti) {
            self.multi = multi
        }

        mutating func run(_ command: CurlLoop.Command) {
            switch command {
            case .start(let request, let exchange): start(request, exchange)
            case .cancel(let exchange): remove(exchange)
            case .resume(let exchange):
                if let handle = handles[ObjectIdentifier(exchange)] { ccurl_easy_resume(handle) }
            }
        }

        /// Sends and receives what there is, then waits until there is more, or a command.
        mutating func proceed() {
            ccurl_multi_perform(multi.handle)
            var result: Int32 = 0
            while let handle = ccurl_multi_next_done(multi.handle, &result) {
                guard let transfer = transfers[handle] else { continue }
                // First, so that the reader goes on while this thread clears up.
                transfer.finish(result)
                remove(transfer.exchange)
            }
            ccurl_multi_wait(multi.handle, 60_000)
        }

        /// Ends all of it.
        mutating func end() {
            for transfer in transfers.values {
                remove(transfer.exchange)
                transfer.exchange.finish(.stopped)
            }
        }

        private mutating func start(_ request: HTTPRequest, _ exchange: HTTPExchange) {
            guard let transfer = CurlTransfer(request, exchange),
                ccurl_multi_add(multi.handle, transfer.handle) == 0
            else { return exchange.finish(.noCurl) }
            transfers[transfer.handle] = transfer
            handles[ObjectIdentifier(exchange)] = transfer.handle
        }

        private mutating func remove(_ exchange: HTTPExchange) {
            let handle = handles.removeValue(forKey: ObjectIdentifier(exchange))
            guard let handle else { return }
            ccurl_multi_remove(multi.handle, handle)
            transfers[handle] = nil
        }
    }

    /// What libcurl drives transfers with.
    // `wake` is the one function that other threads than the loop's call, and may call.
    final class CurlMulti: @unchecked Sendable {
        let handle: OpaquePointer

        /// `nil` if libcurl can't be used.
        init?() {
            guard Self.version >= 0x074400, let handle = ccurl_multi_create() else { return nil }
            self.handle = handle
        }

        deinit {
            ccurl_multi_destroy(handle)
        }

        func wake() {
            ccurl_multi_wake(handle)
        }

        /// Made ready once, on first use. The loop needs 7.68.
        private static let version = ccurl_start()
    }
#endif
