import TypedDatabase

/// A user's credential: a Firebase ID token or an OAuth2 access token.
///
/// A token is a secret, so it has no description, and is omitted when an object that contains it is
/// printed or dumped.
public struct FirebaseToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case id
        case access
    }

    package let kind: Kind
    package let text: String

    /// Returns the ID token of a user who is signed in with Firebase Authentication. The rules
    /// apply.
    public static func idToken(_ text: String) -> FirebaseToken {
        FirebaseToken(kind: .id, text: text)
    }

    /// Returns an OAuth2 access token of a service account, which bypasses the rules.
    ///
    /// For the Realtime Database, it needs the scopes
    /// `https://www.googleapis.com/auth/firebase.database` and
    /// `https://www.googleapis.com/auth/userinfo.email`; for Firestore
    /// `https://www.googleapis.com/auth/datastore`. The emulators accept `accessToken("owner")`.
    public static func accessToken(_ text: String) -> FirebaseToken {
        FirebaseToken(kind: .access, text: text)
    }

    /// Whether all characters are allowed in a token. A line break, for example, would end a
    /// header.
    var isWellFormed: Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Returns a text with all occurrences of the token removed.
    package func redacted(from text: String) -> String {
        let encoded = PercentEncoding.encoded(self.text)
        return text.replacing(self.text, with: "…").replacing(encoded, with: "…")
    }
}

extension FirebaseToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "FirebaseToken" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Renewal

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

// MARK: - Sharing

/// Work whose result several tasks wait for, each until it is cancelled.
///
/// The work begins immediately, and continues without any waiting task, unless it is cancelled.
package final class SharedTask<Success: Sendable>: Sendable {
    private struct State {
        var result: Result<Success, any Error>?
        var waiters: [Int: Locked<State>.Waiter<Success>] = [:]
        var nextID = 0
    }

    private let state: Locked<State>
    private let work: Task<Void, Never>

    package init(_ work: @escaping @Sendable () async throws -> Success) {
        let state = Locked(State())
        self.state = state
        self.work = Task {
            let result: Result<Success, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            let waiters = state.withLock { state in
                state.result = result
                defer { state.waiters = [:] }
                return Array(state.waiters.values)
            }
            for waiter in waiters { waiter.resume(with: result) }
        }
    }

    /// Cancels the work, for all waiting tasks.
    package func cancel() {
        work.cancel()
    }

    /// The result of the work; `nil` until it is done.
    package var outcome: Result<Success, any Error>? { state.withLock { $0.result } }

    /// Returns the result of the work, or `CancellationError` if the caller is cancelled before.
    package func result() async -> Result<Success, any Error> {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        do {
            return .success(try await state.wait(in: \.waiters[id]) { $0.result })
        } catch {
            return .failure(error)
        }
    }
}
