import Foundation
import TypedDatabase

/// The runner of a device: a lock around it, and the tasks that do its effects.
final class OfflineCore: Sendable {
    let remote: any DatabaseEngine
    let store: any DatabaseEngine
    let settings: OfflineSettings
    private let now: @Sendable () -> Date
    let user: String?
    let cacheLimit: Int
    let state = Locked(OfflineState())

    init(
        _ remote: any DatabaseEngine, _ store: any DatabaseEngine, user: String?,
        cacheLimit: Int, settings: OfflineSettings, now: @escaping @Sendable () -> Date
    ) {
        self.remote = remote
        self.store = store
        self.user = user
        self.cacheLimit = cacheLimit
        self.settings = settings
        self.now = now
    }

    // MARK: - Transitions

    /// Makes transitions of the device, and starts what they leave to be done.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Device) throws -> Result) rethrows -> Result {
        try changeState { state in try body(&state.device) }
    }

    @discardableResult
    func changeState<Result: Sendable>(
        _ body: (inout OfflineState) throws -> Result
    ) rethrows -> Result {
        let time = now().milliseconds
        let (result, isFirst) = try state.withLock { state in
            state.device.now = time
            let result = try body(&state)
            return (result, state.prepareActions())
        }
        if isFirst { runActions() }
        return result
    }

    /// Runs the actions of all transitions, in order and one thread at a time: a watch must end
    /// before another one begins that the remote could serve from it.
    private func runActions() {
        while let actions = state.withLock({ $0.nextActions() }) { run(actions) }
    }

    private func run(_ actions: OfflineActions) {
        for signal in actions.signals { signal.wake() }
        for (signal, error) in actions.failures { signal.fail(error) }
        for resume in actions.resumptions { resume() }
        for effect in actions.effects { start(effect) }
        if actions.startsStoring { Task { await runStore() } }
    }

    /// Waits for a state of the device.
    ///
    /// - Parameters:
    ///   - topics: the news after which the outcome may be known.
    ///   - places: the places of writes after whose news it may be known.
    ///   - body: returns the outcome, or `nil` as long as it isn't known.
    func when<Value: Sendable>(
        _ topics: Set<News.Topic>, at places: [TreePlace] = [],
        _ body: @escaping @Sendable (inout Device) -> Result<Value, any Error>?
    ) async throws -> Value {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Value, any Error>) in
                let outcome = changeState { state -> Result<Value, any Error>? in
                    // If the task is cancelled from here on, the handler finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let outcome = body(&state.device) { return outcome }
                    state.waiters[id] = OfflineWaiter(
                        topics: topics, places: places,
                        attempt: { device in
                            guard let outcome = body(&device) else { return nil }
                            return { continuation.resume(with: outcome) }
                        },
                        fail: { continuation.resume(throwing: $0) })
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiters[id] = nil }
                return state.waiters[id]
            }
            waiter?.fail(CancellationError())
        }
    }
}

extension Date {
    var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}
