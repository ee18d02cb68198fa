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

            /// Why nothing more is done.
            var end: HTTPFailure?

            /// There from when the thread can be woken until it can't any more.
            var multi: CurlMulti?
        }

        private let state = Locked(State())

        func submit(_ command: Command) {
            let (isFirst, end, multi) = state.withLock { state in
                if let end = state.end { return (false, HTTPFailure?(end), CurlMulti?.none) }
                state.commands.append(command)
                defer { state.hasThread = true }
                return (!state.hasThread, nil, state.commands.count == 1 ? state.multi : nil)
            }
            // Not while the lock is held, which the thread needs as soon as it is awake.
            multi?.wake()
            if let end, case .start(_, let exchange) = command { exchange.finish(end) }
            if isFirst { startThread() }
        }

        /// Ends all exchanges, and the thread soon after.
        func stop() {
            let multi = state.withLock { state in
                state.end = .stopped
                return state.multi
            }
            multi?.wake()
        }

        // MARK: - On the thread

        private func startThread() {
            let thread = Thread { self.run() }
            thread.name = "TypedDatabaseFirebase"
            thread.start()
        }

        private func run() {
            Self.blockBrokenPipeSignal()
            guard let multi = CurlMulti() else { return failAll() }
            var transfers = CurlTransfers(multi)
            state.withLock { $0.multi = multi }
            while true {
                let (commands, isStopped) = takeCommands()
                for command in commands { transfers.run(command) }
                if isStopped { break }
                transfers.proceed()
            }
            state.withLock { $0.multi = nil }
            transfers.end()
        }

        private func failAll() {
            state.withLock { $0.end = .noCurl }
            for command in takeCommands().commands {
                if case .start(_, let exchange) = command { exchange.finish(.noCurl) }
            }
        }

        private func takeCommands() -> (commands: [Command], isStopped: Bool) {
            state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.end != nil)
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

        static let noCurl = HTTPFailure(
            reason: .unreachable, mayHaveBeenSent: false,
            message: "libcurl is older than 7.68, or there is no memory for it")
    }
#endif
