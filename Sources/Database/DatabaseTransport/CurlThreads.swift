#if os(Linux)
    import CCurl
    import Foundation
    import TypedDatabase

    /// The threads of all loops, which the process waits for when it ends.
    ///
    /// `exit` runs the destructors of libcurl's dependencies while other threads continue. A thread
    /// in libcurl would then use freed memory. So all engines of a process share this list, and
    /// `exit` calls ``endProcess()`` before those destructors.
    final class CurlThreads: Sendable {
        static let shared = CurlThreads()

        private struct State {
            /// The running loops and their threads.
            var running: [ObjectIdentifier: (loop: CurlLoop, thread: pthread_t)] = [:]

            /// The thread that ended last, not joined yet. Threads are joined, not detached, since
            /// OpenSSL still cleans up after a thread's function has returned.
            var ended: pthread_t?

            var hasHandler = false
            var isProcessEnding = false
        }

        private let state = Locked(State())

        /// Starts a loop's thread. Returns `false` once the process is ending, when no thread is
        /// started.
        func start(_ loop: CurlLoop) -> Bool {
            state.withLock { state in
                if state.isProcessEnding { return false }
                // Precedes the thread's initialization of libcurl, so that `exit` waits for that as
                // well.
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

        /// Removes a loop at its thread's end. Each thread joins the one before, so that one
        /// remains.
        private func leave(_ loop: CurlLoop) {
            let previous = state.withLock { state -> pthread_t? in
                // When the process ends, the table is empty, and `endProcess` joins the thread.
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
        /// Returns `false` if it is too late, because `exit` has called the last handler.
        @discardableResult
        func endProcessAtExit() -> Bool {
            atexit { CurlThreads.shared.endProcess() } == 0
        }

        /// Prevents new threads, and waits until all have left libcurl, for at most 5 seconds: an
        /// old libcurl may be waiting for a name server.
        ///
        /// May be called repeatedly, and by one of the threads.
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
