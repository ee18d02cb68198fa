import TypedDatabase

/// A cache of the token, which is renewed when the server has refused it.
///
/// Concurrent requests for a token share one call of the app's closure.
final class TokenSource: Sendable {
    typealias Fetch = @Sendable () async throws -> FirebaseToken

    private enum State {
        case nothing
        case fetching(SharedTask<FirebaseToken>)
        case token(FirebaseToken)
    }

    private let fetch: Fetch
    private let state = Locked(State.nothing)

    init(_ fetch: @escaping Fetch) {
        self.fetch = {
            let token = try await fetch()
            guard token.isWellFormed else {
                throw TreeDatabaseError(
                    .unauthenticated, "the token is empty, or has characters that no token has")
            }
            return token
        }
    }

    /// - Parameter refused: a token that the server has refused. Any other cached token is
    ///   returned; without one, a new token is requested.
    func token(insteadOf refused: FirebaseToken? = nil) async throws -> FirebaseToken {
        let pending: SharedTask<FirebaseToken>
        switch current(insteadOf: refused) {
        case .token(let token): return token
        case .fetching(let task): pending = task
        case .nothing: pending = startFetching()
        }
        let result = await pending.result()
        // A cancelled caller leaves the others waiting.
        if pending.isDone { finish(pending, result) }
        return try result.get()
    }

    private func current(insteadOf refused: FirebaseToken?) -> State {
        state.withLock { state in
            if case .token(let token) = state, token == refused { state = .nothing }
            return state
        }
    }

    private func startFetching() -> SharedTask<FirebaseToken> {
        state.withLock { state in
            if case .fetching(let task) = state { return task }
            let task = SharedTask(fetch)
            state = .fetching(task)
            return task
        }
    }

    private func finish(
        _ task: SharedTask<FirebaseToken>, _ result: Result<FirebaseToken, any Error>
    ) {
        state.withLock { state in
            guard case .fetching(let current) = state, current === task else { return }
            state = (try? result.get()).map(State.token) ?? .nothing
        }
    }
}
