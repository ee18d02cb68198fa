#if os(Linux)
    import CCurl
    import TypedDatabase

    /// The transfers of one ``CurlLoop``. Only its thread uses them.
    final class CurlTransfers {
        private let multi: CurlMulti
        private var transfers: [OpaquePointer: CurlTransfer] = [:]
        private var handles: [ObjectIdentifier: OpaquePointer] = [:]

        /// The time at which a transfer that has ended received its last byte.
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

    extension HTTPFailure {
        fileprivate static let withdrawn = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: false, message: "cancelled")
    }
#endif
