#if os(Linux)
    import CCurl
    import Foundation
    import TypedDatabase

    /// The one thread that calls libcurl, and what others ask it to do.
    ///
    /// The thread begins with the first request.
    final class CurlLoop: Sendable {
        enum Command {
            case start(HTTPRequest, HTTPExchange)
            case resume(HTTPExchange)
            case cancel(HTTPExchange)
        }

        private struct State {
            var commands: [Command] = []
            var hasThread = false
            var isStopped = false

            /// There from when the thread can be woken until it can't any more.
            var multi: CurlMulti?
        }

        private let state = Locked(State())

        func submit(_ command: Command) {
            let (isFirst, isTooLate) = state.withLock { state in
                if state.isStopped { return (false, true) }
                state.commands.append(command)
                if state.commands.count == 1 { state.multi?.wake() }
                defer { state.hasThread = true }
                return (!state.hasThread, false)
            }
            if isTooLate, case .start(_, let exchange) = command { exchange.finish(.stopped) }
            guard isFirst else { return }
            let thread = Thread { self.run() }
            thread.name = "TypedDatabaseFirebase"
            thread.start()
        }

        /// Ends all exchanges, and the thread soon after.
        func stop() {
            state.withLock { state in
                state.isStopped = true
                state.multi?.wake()
            }
        }

        // MARK: - On the thread

        private func run() {
            Self.blockBrokenPipeSignal()
            var transfers = CurlTransfers()
            state.withLock { $0.multi = transfers.multi }
            while true {
                let (commands, isStopped) = takeCommands()
                for command in commands { transfers.run(command) }
                if isStopped { break }
                transfers.proceed()
            }
            state.withLock { $0.multi = nil }
            transfers.end()
        }

        private func takeCommands() -> ([Command], isStopped: Bool) {
            state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isStopped)
            }
        }

        /// A TLS library may write to a connection that is closed, which would end the process.
        private static func blockBrokenPipeSignal() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }

    extension HTTPFailure {
        static let stopped = HTTPFailure(
            reason: .cancelled, mayHaveBeenSent: true, message: "the engine is gone")
    }
#endif
