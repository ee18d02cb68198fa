import TypedDatabase

/// A cache of the token, which is renewed when the server has refused it.
///
/// Concurrent requests for a token share one call of the app's closure.
package final class TokenSource: Sendable {
    package typealias Fetch = @Sendable () async throws -> FirebaseToken

    private let fetch: Fetch

    /// The latest call of the closure, which keeps the token.
    private let latest = Locked<SharedTask<FirebaseToken>?>(nil)

    package init(_ fetch: @escaping Fetch) {
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
    package func token(insteadOf refused: FirebaseToken? = nil) async throws -> FirebaseToken {
        let task = latest.withLock { latest in
            if let latest, latest.mayGiveToken(insteadOf: refused) { return latest }
            let task = SharedTask(fetch)
            latest = task
            return task
        }
        if let outcome = task.outcome { return try outcome.get() }
        // A cancelled caller leaves the others waiting.
        return try await task.result().get()
    }
}

extension SharedTask<FirebaseToken> {
    /// Whether the task is still fetching, or has fetched another token than the refused one.
    fileprivate func mayGiveToken(insteadOf refused: FirebaseToken?) -> Bool {
        switch outcome {
        case nil: true
        case .success(let token)?: token != refused
        case .failure?: false
        }
    }
}
