import Dispatch
import RealtimeDatabaseServer

/// Holds up a thread of a server until a test lets it go on.
final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    /// Waits on the calling thread. Each call after ``open()`` returns at once.
    func wait() {
        arrival.finish()
        isOpen.wait()
        isOpen.signal()
    }

    /// Waits until a thread waits here.
    func reached() async {
        for await _ in arrivals {}
    }

    func open() {
        isOpen.signal()
    }
}

extension Gate {
    /// Makes a gate for all that is written to a server.
    convenience init(forWritesTo server: RealtimeDatabaseServer) {
        self.init()
        server.faults.decide { request in
            if request.method == "PUT" { self.wait() }
            return nil
        }
    }
}
