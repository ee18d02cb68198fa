import Foundation

/// State that one thread at a time can use.
///
/// `Mutex` of the standard library would do, but needs macOS 15.
// The state is only ever touched while the lock is held.
package final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    package init(_ state: sending State) {
        self.state = state
    }

    /// Waits for the lock, which must be short: nothing is called here that waits or calls back.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
