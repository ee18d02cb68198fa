#if os(Linux)
    import CCurl
    import Foundation
    import TypedDatabase

    /// The threads of all loops, which the end of the process waits for.
    ///
    /// `exit` runs the destructors of the libraries that libcurl uses while other threads go on. A thread
    /// within libcurl would then use freed memory. So all engines of a process share this one list, and
    /// `exit` calls ``endProcess()`` before those destructors.
    final class CurlThreads: Sendable {
        static let shared = CurlThreads()

        private struct State {
            /// The loops whose threads run, and those threads.
            var running: [ObjectIdentifier: (loop: CurlLoop, thread: pthread_t)] = [:]

            /// The last thread that has ended by itself. Threads are joined, not detached, since OpenSSL
            /// still cleans up after a thread's function has returned.
            var ended: pthread_t?

            var hasHandler = false
            var isProcessEnding = false
        }

        private let state = Locked(State())

        /// Starts a loop's thread. Returns whether there is one: none is started once the process ends.
        func start(_ loop: CurlLoop) -> Bool {
            state.withLock { state in
                if state.isProcessEnding { return false }
                // Before the thread makes libcurl ready, so that `exit` waits for that, too.
                if !state.hasHandler { state.hasHandler = endProcessAtExit() }
                guard state.hasHandler, let thread = Self.makeThread(loop) else { return false }
                state.running[ObjectIdentifier(loop)] = (loop, thread)
                return true
            }
        }

        private static func makeThread(_ loop: CurlLoop) -> pthread_t? {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(loop)
            let result = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    let loop = Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue()
                    loop.run()
                    CurlThreads.shared.leave(loop)
                    return nil
                }, context.toOpaque())
            if result == 0 { return thread }
            context.release()
            return nil
        }

        /// Called by a loop's thread at its end. Each one joins the one before, so that one is left.
        private func leave(_ loop: CurlLoop) {
            let previous = state.withLock { state -> pthread_t? in
                // At the end of the process, there is nothing here: it is `endProcess` that joins.
                let running = state.running.removeValue(forKey: ObjectIdentifier(loop))
                guard let running else { return nil }
                defer { state.ended = running.thread }
                return state.ended
            }
            if let previous { pthread_join(previous, nil) }
        }

        // MARK: - The end of the process

        /// Makes `exit` call ``endProcess()``, before the handlers that were registered earlier.
        ///
        /// Returns whether it will: it is too late when `exit` has called the last handler.
        @discardableResult
        func endProcessAtExit() -> Bool {
            atexit { CurlThreads.shared.endProcess() } == 0
        }

        /// Starts no more threads, and waits until all have left libcurl, but no longer than 5 seconds: an
        /// old libcurl may wait for a name server.
        ///
        /// May be called again, and by one of the threads.
        private func endProcess() {
            let (loops, threads) = state.withLock { state in
                defer { (state.running, state.ended) = ([:], nil) }
                state.isProcessEnding = true
                let running = Array(state.running.values)
                let threads = running.map(\.thread) + [state.ended].compactMap(\.self)
                return (running.map(\.loop), threads)
            }
            for loop in loops { loop.stop(.processEnd) }
            var deadline = timespec()
            clock_gettime(CLOCK_REALTIME, &deadline)
            deadline.tv_sec += 5
            for thread in threads where pthread_equal(thread, pthread_self()) == 0 {
                _ = ccurl_thread_join(thread, &deadline)
            }
        }
    }
#endif
