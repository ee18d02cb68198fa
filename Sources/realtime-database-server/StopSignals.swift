import Dispatch
import Foundation

/// Ctrl-C, and what asks a process to end: waited for, instead of ending the process at once.
struct StopSignals {
    private let received = DispatchSemaphore(value: 0)
    private let sources: [any DispatchSourceSignal]

    init() {
        sources = [SIGINT, SIGTERM].map { [received] number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { received.signal() }
            source.resume()
            return source
        }
    }

    func wait() {
        received.wait()
    }
}
