import TypedDatabase

/// Runs the streams of an engine for its watches.
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

    /// How many streams there are.
    var count: Int { state.withLock { $0.table.count } }

    func add(_ signal: WatchSignal) {
        change { $0.add(signal) }
    }

    func remove(_ signal: WatchSignal) {
        change { $0.remove(signal) }
    }

    /// The marks of a watch, and the state that they are about. No marks before that is known: once it is,
    /// everything is marked.
    func read(for signal: WatchSignal) throws -> (WatchMarks, any TreeState) {
        try state.withLock { state in
            let marks = try signal.take()
            guard let known = state.table.state(for: signal) else {
                return (WatchMarks(), TreeValue?.none)
            }
            return (marks, known)
        }
    }

    /// Takes in an event of a stream.
    func apply(_ updates: [TreeUpdate], to id: StreamTable.ID) {
        change { $0.apply(updates, to: id) }
    }

    /// Ends a stream that has failed for good.
    func fail(_ id: StreamTable.ID, _ error: TreeDatabaseError) {
        change { $0.fail(id, error) }
    }

    /// Makes a transition, and does what it asks for.
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
