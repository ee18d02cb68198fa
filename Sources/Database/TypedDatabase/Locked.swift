import Foundation

/// State that is protected by a lock.
///
/// `Mutex` of the standard library would do, but needs macOS 15.
// The state is only accessed while the lock is held.
package final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

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

extension Locked {
    /// The continuation of a task that waits for a value.
    package typealias Waiter<Value> = CheckedContinuation<Value, any Error>

    /// Waits until another task takes the waiter out of its slot and resumes it.
    ///
    /// Throws `CancellationError` if the task is cancelled before, which empties the slot.
    ///
    /// - Parameters:
    ///   - slot: the location of the waiter in the state; empty before.
    ///   - outcome: returns the outcome if waiting isn't necessary. Called with the lock held.
    package nonisolated(nonsending) func wait<Value: Sendable>(
        in slot: any WritableKeyPath<State, Waiter<Value>?> & Sendable,
        unless outcome: @Sendable (inout State) -> Result<Value, any Error>?
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let outcome = withLock { state -> Result<Value, any Error>? in
                    // If the task is cancelled from here on, the handler below finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let outcome = outcome(&state) { return outcome }
                    precondition(state[keyPath: slot] == nil, "a task waits here already")
                    state[keyPath: slot] = waiter
                    return nil
                }
                if let outcome { waiter.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = withLock { state in
                defer { state[keyPath: slot] = nil }
                return state[keyPath: slot]
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}
