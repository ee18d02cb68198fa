#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The signals of Ctrl-C and of requests to end the process, which are waited for.
struct StopSignals {
    private var signals = sigset_t()

    /// Blocks the signals in this thread, and in those that it starts later.
    init() {
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for a signal, which may have arrived before the call.
    mutating func wait() {
        var number: Int32 = 0
        sigwait(&signals, &number)
    }
}
