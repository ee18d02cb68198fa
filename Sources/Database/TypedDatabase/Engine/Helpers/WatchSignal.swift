/// The marks that an engine makes for one watch, and the watch's wait for them.
///
/// The engine marks places as often as it likes. The watch takes all marks at once and reads the
/// places' current values. So a slow watch skips states in between, and reads changed places only.
public final class WatchSignal: Sendable {
    /// The watched place.
    public let place: TreePlace

    /// The selected part of it.
    public let selection: TreeSelection

    private struct State {
        var marks = WatchMarks()

        /// The error that has ended the watch.
        var end: (any Error)?
        var waiter: Locked<State>.Waiter<Void>?

        var isQuiet: Bool { marks.isEmpty && end == nil }
    }

    private let state = Locked(State())

    /// Makes the signal of a watch.
    public init(_ place: TreePlace, _ selection: TreeSelection = .all) {
        self.place = place
        self.selection = selection
    }

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

    /// Marks places without waking the watch: for use while a lock is held, before ``wake()``.
    public func record(_ places: some Sequence<TreePlace>) {
        let marks = WatchMarks(places)
        state.withLock { $0.marks.formUnion(marks) }
    }

    /// Resumes the task in `wait()` if a place is marked, or the watch has ended.
    ///
    /// The task may run immediately, so call this without holding a lock.
    public func wake() {
        let waiter = state.withLock { state -> Locked<State>.Waiter<Void>? in
            if state.isQuiet { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Ends the watch with an error, which ``take()`` throws from then on. Only the first one counts.
    public func fail(_ error: any Error) {
        state.withLock { $0.end = $0.end ?? error }
        wake()
    }

    /// Ends the watch with `CancellationError`.
    public func end() {
        fail(CancellationError())
    }

    /// Waits until a place is marked, or the watch has ended.
    ///
    /// One task at a time may wait. Throws `CancellationError` if the task is cancelled.
    func wait() async throws {
        try await state.wait(in: \.waiter) { $0.isQuiet ? nil : .success(()) }
    }

    /// Takes all marks, possibly none. Throws the error that has ended the watch.
    public func take() throws -> WatchMarks {
        try state.withLock { state in
            if let end = state.end { throw end }
            defer { state.marks = WatchMarks() }
            return state.marks
        }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }
}
