import TypedDatabase

/// The runner of an engine's streams, which serve its watches.
final class StreamHub: Sendable {
    private struct State {
        var table = StreamTable()
        var tasks: [StreamTable.ID: Task<Void, Never>] = [:]
    }

    private let state = Locked(State())
    let client: FirebaseClient

    init(_ client: FirebaseClient) {
        self.client = client
    }

    /// The number of streams.
    var count: Int { state.withLock { $0.table.count } }

    func add(_ signal: WatchSignal) {
        change { $0.add(signal) }
    }

    func remove(_ signal: WatchSignal) {
        change { $0.remove(signal) }
    }

    /// Returns the marks of a watch, and the state they refer to. Without a known state, the marks
    /// are empty: once it is known, everything is marked.
    func read(for signal: WatchSignal) throws -> (WatchMarks, any TreeState) {
        try state.withLock { state in
            let marks = try signal.take()
            guard let known = state.table.state(for: signal) else {
                return (WatchMarks(), TreeValue?.none)
            }
            return (marks, known)
        }
    }

    /// Notes a write that has returned, with the values that it has left at its places. Watches that
    /// begin from now on have it.
    func wrote(_ values: [(place: TreePlace, value: WrittenValue)]) {
        state.withLock { $0.table.wrote(values) }
    }

    /// Notes that a stream connects, or connects anew.
    func connect(_ id: StreamTable.ID) {
        state.withLock { $0.table.connect(id) }
    }

    /// Applies an event of a stream.
    func apply(_ updates: [TreeUpdate], to id: StreamTable.ID) {
        change { $0.apply(updates, to: id) }
    }

    /// Ends a stream that has failed permanently.
    func fail(_ id: StreamTable.ID, _ error: TreeDatabaseError) {
        change { $0.fail(id, error) }
    }

    /// Makes a transition, and executes the actions that it returns.
    private func change(_ transition: (inout StreamTable) -> [StreamTable.Action]) {
        let (actions, closed) = state.withLock { state in
            let actions = transition(&state.table)
            var closed: [Task<Void, Never>] = []
            for action in actions {
                switch action {
                case .open(let id):
                    state.tasks[id] = Task { await StreamReader(id, self).run() }
                case .close(let id):
                    if let task = state.tasks.removeValue(forKey: id) { closed.append(task) }
                case .wake, .fail: break
                }
            }
            return (actions, closed)
        }
        for task in closed { task.cancel() }
        for action in actions {
            switch action {
            case .wake(let signal): signal.wake()
            case .fail(let signal, let error): signal.fail(error)
            case .open, .close: break
            }
        }
    }
}
