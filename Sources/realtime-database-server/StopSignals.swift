#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Ctrl-C, and what asks a process to end: waited for, instead of ending the process at once.
struct StopSignals {
    private var signals = sigset_t()

    /// Holds the signals back, from this thread and from those that are started after this.
    init() {
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns when one has come, also before the call.
    mutating func wait() {
        var number: Int32 = 0
        sigwait(&signals, &number)
    }
}
