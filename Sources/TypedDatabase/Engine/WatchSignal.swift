/// Tells one watch that something has changed: what an engine's ``TreeWatch`` waits for.
///
/// The engine marks places, as often as it likes. The watch takes all marks at once and reads what is
/// at those places then. So it skips states in between if it is slow, and it never reads too much.
///
/// A new signal has everything marked: the first update is the whole state.
///
/// For an update to have a batch wholly or not at all, it must have the marks of all batches whose
/// effects it reads. If the engine's state has a lock, that takes one step on either side:
///
/// ```swift
/// lock.withLock { change(&state); signal.record(places) }     // a write …
/// signal.wake()
///
/// var marks = try await signal.next()                         // … and a watch
/// let snapshot = try lock.withLock { marks.formUnion(try signal.take()); return state }
/// return marks.places.map { TreeUpdate(ofMarked: $0, in: snapshot) }
/// ```
///
/// Without such a lock (the state is a file, and a snapshot a transaction): mark the places before the
/// write is committed and again after it. In the watch, begin to read before you take the marks.
public final class WatchSignal: Sendable {
    fileprivate typealias Waiter = CheckedContinuation<WatchMarks, any Error>

    fileprivate struct State {
        var changes = WatchChanges()
        var waiter: Waiter?
    }

    private let state = Locked(State())

    public init() {}

    /// Marks places and wakes the watch.
    ///
    /// - Parameter places: relative to the watched one.
    public func mark(_ places: some Sequence<TreePlace>) {
        record(places)
        wake()
    }

    /// Marks the watched place itself and wakes the watch.
    public func markEverything() {
        mark(CollectionOfOne(.root))
    }

    /// Marks places, and leaves it to ``wake()`` to tell the watch: for use while a lock is held.
    public func record(_ places: some Sequence<TreePlace>) {
        let marks = WatchMarks(places)
        state.withLock { $0.changes.record(marks) }
    }

    /// Lets the task that waits in ``next()`` go on, if there is a reason to.
    ///
    /// The task may run at once, so no lock must be held.
    public func wake() {
        let woken = state.withLock { state -> (Waiter, Result<WatchMarks, any Error>)? in
            guard let waiter = state.waiter, let outcome = state.changes.take() else { return nil }
            state.waiter = nil
            return (waiter, outcome)
        }
        if let (waiter, outcome) = woken { waiter.resume(with: outcome) }
    }

    /// Ends the watch because of an error, which ``next()`` throws from now on.
    public func fail(_ error: any Error) {
        state.withLock { $0.changes.end(with: error) }
        wake()
    }

    /// Ends the watch: from now on, ``next()`` throws `CancellationError`.
    public func end() {
        fail(CancellationError())
    }

    /// Waits until something is marked, and takes all marks.
    ///
    /// One task at a time may wait. Throws `CancellationError` if it is cancelled, which takes no marks.
    public func next() async throws -> WatchMarks {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { $0.outcome(orWait: continuation) }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Takes all marks without waiting. There may be none.
    public func take() throws -> WatchMarks {
        try state.withLock { $0.changes.take() }?.get() ?? WatchMarks()
    }
}

extension WatchSignal.State {
    /// What there is to say now. If that is nothing, the waiter is kept.
    fileprivate mutating func outcome(
        orWait waiter: WatchSignal.Waiter
    ) -> Result<WatchMarks, any Error>? {
        // Cancelled later, the task finds the waiter here; cancelled earlier, it didn't.
        if Task.isCancelled { return .failure(CancellationError()) }
        if let outcome = changes.take() { return outcome }
        precondition(self.waiter == nil, "one task at a time can wait for a watch's next update")
        self.waiter = waiter
        return nil
    }
}

/// What a watch has to be told: marks, until there is an end, whose error is all there is then.
struct WatchChanges {
    private var marks = WatchMarks.everything
    private var end: (any Error)?

    mutating func record(_ marks: WatchMarks) {
        guard end == nil else { return }
        self.marks.formUnion(marks)
    }

    /// The first end is the one that counts.
    mutating func end(with error: any Error) {
        guard end == nil else { return }
        end = error
        marks = WatchMarks()
    }

    /// All marks, or the end; `nil` if there is nothing to tell.
    mutating func take() -> Result<WatchMarks, any Error>? {
        if let end { return .failure(end) }
        if marks.isEmpty { return nil }
        defer { marks = WatchMarks() }
        return .success(marks)
    }
}
