import TestSupport
import Testing
import TypedDatabase

/// The state that the updates of a watch add up to.
struct WatchedState {
    let watch: any TreeWatch
    var value: TreeValue?

    init(_ watch: any TreeWatch) {
        self.watch = watch
    }

    /// Takes in the next update.
    mutating func update() async throws {
        for update in try await watch.next() { value[update.place] = update.value }
    }

    /// Takes in updates until the value is this. A test that waits in vain is ended by its time limit.
    mutating func update(until expected: TreeValue?) async throws {
        repeat { try await update() } while value != expected
    }
}

/// A task that takes in all updates of a watch, and what it has put together so far.
final class Observer: Sendable {
    private let state: Locked<TreeValue?>
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - pause: how long the task sleeps after each update.
    ///   - check: is given each state.
    init(
        _ watch: any TreeWatch, pause: Duration = .zero,
        check: @escaping @Sendable (TreeValue?) -> Void = { _ in }
    ) {
        let state = Locked<TreeValue?>(nil)
        self.state = state
        task = Task {
            var watched = WatchedState(watch)
            do {
                while true {
                    try await watched.update()
                    state.withLock { [watched] in $0 = watched.value }
                    check(watched.value)
                    if pause != .zero { try await Task.sleep(for: pause) }
                }
            } catch {}
        }
    }

    deinit {
        task.cancel()
    }

    func cancel() {
        task.cancel()
    }

    /// Waits until what was put together is this.
    func reach(
        _ expected: TreeValue?, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let isReached = try await eventually { state.withLock { $0 } == expected }
        let last = state.withLock { $0 }
        try #require(isReached, "\(last as Any), not \(expected as Any)", sourceLocation: location)
    }

    /// Waits until the task has ended.
    func end() async {
        await task.value
    }
}

extension DatabaseEngine {
    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}
