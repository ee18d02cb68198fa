#if os(Linux)
    import CCurl
    import Foundation
    import TypedDatabase

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

            /// The handle, once the thread can be woken.
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

    extension HTTPFailure {
        static let stopped = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: true, message: "the engine is gone")

        static let noCurl = HTTPFailure(
            reason: .unreachable, mayHaveBeenSent: false,
            message: "libcurl is older than 7.68, or there is no memory for it")

        static let noThread = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: false,
            message: "the process is ending, or the system has no more threads")
    }
#endif
