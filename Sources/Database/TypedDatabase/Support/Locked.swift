import Foundation

/// State that is protected by a lock.
///
/// `Mutex` of the standard library would do, but needs macOS 15.
// The state is only accessed while the lock is held.
package final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    /// Protects a state.
    package init(_ state: sending State) {
        self.state = state
    }

    /// Runs a short closure with the lock held. It must neither wait nor call back.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
