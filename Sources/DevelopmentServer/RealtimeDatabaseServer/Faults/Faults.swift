import TypedDatabase

/// The faults to inject into a server's answers.
public final class Faults: Sendable {
    private struct State {
        var script: [Fault?] = []
        var decide: (@Sendable (HTTPRequest) -> Fault?)?
    }

    private let state = Locked(State())

    /// Adds faults for the next requests, one for each; `nil` for an ordinary answer.
    public func add(_ faults: Fault?...) {
        state.withLock { $0.script += faults }
    }

    /// Decides the fault of each request after those that were added.
    ///
    /// - Parameter decide: called on the threads of the connections.
    public func decide(_ decide: @escaping @Sendable (HTTPRequest) -> Fault?) {
        state.withLock { $0.decide = decide }
    }

    /// Removes all faults, so that later answers are ordinary ones.
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
