#if os(Linux)
    import CCurl
    import Foundation
    import TypedDatabase

    /// The one thread of an engine that calls libcurl, and what others ask it to do.
    ///
    /// The thread begins with the first request. Each engine has its own, so that its connections close
    /// with it, and users never share one.
    final class CurlLoop: Sendable {
        enum Command {
            case start(HTTPRequest, HTTPExchange)
            case resume(HTTPExchange)
            case withdraw(HTTPExchange)
            case cancel(HTTPExchange)
        }

        /// Why nothing more is done.
        enum End {
            /// The exchanges end, too.
            case failure(HTTPFailure)

            /// The exchanges are left as they are: what waits for them must not go on while the process
            /// ends.
            case processEnd
        }

        private struct State {
            var commands: [Command] = []
            var hasThread = false
            var end: End?

            /// There from when the thread can be woken.
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
            // Not while the lock is held, which the thread needs as soon as it is awake.
            multi?.wake()
            if let end, case .start(_, let exchange) = command { exchange.finish(end.failure) }
            if isFirst, !CurlThreads.shared.start(self) { fail(.noThread) }
        }

        /// Ends the thread soon after. The first end is the one that counts.
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
                    // To free a transfer may take long, and it is no use now.
                    _ = Unmanaged.passRetained(transfers)
                    return
                }
                for command in commands { transfers.run(command) }
                if case .failure(let failure)? = end { return transfers.end(failure) }
                transfers.proceed()
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

    extension CurlLoop.End {
        /// The end of an exchange that begins too late.
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
