import TypedDatabase
import TypedDatabaseRules

/// The rules of the database, and the tokens that it refuses.
final class AccessControl: Sendable {
    private struct State {
        var rules: SecurityRules
        var expiredTokens: Set<String> = []
    }

    private let state: Locked<State>
    private let file: RulesFile?
    private let acceptsOpaqueTokens: Bool
    private let pushIDs = PushIDs()

    /// Restores the rules of a file, if it exists.
    ///
    /// - Parameters:
    ///   - rules: the rules, unless the file exists.
    ///   - file: the file that keeps the rules; without one, rules end with the server.
    init(
        _ rules: SecurityRules, file: RulesFile? = nil, acceptsOpaqueTokens: Bool = false
    ) throws(RulesFileError) {
        self.file = file
        self.acceptsOpaqueTokens = acceptsOpaqueTokens
        state = Locked(State(rules: try file?.rules() ?? rules))
    }

    var rules: SecurityRules { state.withLock { $0.rules } }

    /// Replaces the rules, and saves them in their file.
    func setRules(_ rules: SecurityRules) throws(ServiceError) {
        // With the lock held, so that the file has the current rules.
        try state.withLock { state throws(ServiceError) in
            do {
                try file?.write(rules.utf8)
            } catch {
                throw ServiceError(500, "\(error)")
            }
            state.rules = rules
        }
    }

    /// Refuses later requests with this token.
    func expire(_ token: String) {
        state.withLock { _ = $0.expiredTokens.insert(token) }
    }

    func identity(of request: RESTRequest) throws(ServiceError) -> Identity {
        try check(token: Identity.token(of: request))
        return try Identity(request, acceptsOpaqueTokens: acceptsOpaqueTokens)
    }

    func check(token: String?) throws(ServiceError) {
        guard let token else { return }
        if state.withLock({ $0.expiredTokens.contains(token) }) {
            throw ServiceError(401, "Auth token is expired")
        }
    }

    func checkIndex(for order: TreeSelection.Order, at place: TreePlace) throws(ServiceError) {
        if let missing = rules.missingIndex(for: order, at: place) {
            throw ServiceError(400, "\(missing)")
        }
    }

    /// Returns a key for a new child, which sorts after all earlier ones.
    func newKey() -> TreeKey {
        pushIDs.next()
    }
}
