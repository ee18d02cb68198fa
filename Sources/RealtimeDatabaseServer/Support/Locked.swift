import Foundation

/// Something that one thread at a time reads and changes.
final class Locked<State>: @unchecked Sendable {
    // Only touched while the lock is held.
    private var state: State
    private let lock = NSLock()

    init(_ state: sending State) {
        self.state = state
    }

    func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
