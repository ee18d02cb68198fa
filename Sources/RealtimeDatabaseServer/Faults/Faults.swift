import TypedDatabase

/// The faults that a server is to show.
public final class Faults: Sendable {
    private struct State {
        var script: [Fault?] = []
        var decide: (@Sendable (HTTPRequest) -> Fault?)?
    }

    private let state = Locked(State())

    /// Adds faults for the next requests, one for each; `nil` for one that is to be answered as usual.
    public func add(_ faults: Fault?...) {
        state.withLock { $0.script += faults }
    }

    /// Asks a function for the fault of each request that the script has none for.
    ///
    /// It is called on the threads of the connections.
    public func decide(_ decide: @escaping @Sendable (HTTPRequest) -> Fault?) {
        state.withLock { $0.decide = decide }
    }

    /// From now on everything is answered as usual.
    public func removeAll() {
        state.withLock { $0 = State() }
    }

    func next(for request: HTTPRequest) -> Fault? {
        let decide = state.withLock { state -> (@Sendable (HTTPRequest) -> Fault?)? in
            if state.script.isEmpty { return state.decide }
            let fault = state.script.removeFirst()
            return { _ in fault }
        }
        return decide?(request)
    }
}
