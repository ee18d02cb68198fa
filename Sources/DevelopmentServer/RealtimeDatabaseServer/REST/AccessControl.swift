import TypedDatabase

/// The decisions about access, by the rules and by tokens.
final class AccessControl: Sendable {
    private struct State {
        var rules: DatabaseRules
        var expiredTokens: Set<String> = []
    }

    private let state: Locked<State>
    private let isOpen: Bool
    private let file: RulesFile?
    private let pushIDs = PushIDs()

    /// Restores the rules of a file, if it exists.
    ///
    /// - Parameters:
    ///   - isOpen: whether access is allowed without rules, and by conditions that this server
    ///     doesn't understand.
    ///   - file: the file that keeps the rules; without one, rules end with the server.
    init(isOpen: Bool, file: RulesFile? = nil) throws(RulesFileError) {
        self.isOpen = isOpen
        self.file = file
        var rules = DatabaseRules(isOpen: isOpen)
        if let file, let text = try file.read() {
            do {
                rules = try DatabaseRules(text, fallback: isOpen)
            } catch {
                throw RulesFileError("can't use the rules in \(file.path): \(error.message)")
            }
        }
        state = Locked(State(rules: rules))
    }

    var rules: DatabaseRules { state.withLock { $0.rules } }

    func setRules(_ text: [UInt8]) throws(ServiceError) {
        let rules = try DatabaseRules(text, fallback: isOpen)
        // With the lock held, so that the file has the current rules.
        try state.withLock { state throws(ServiceError) in
            do {
                try file?.write(text)
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
        let identity = Identity(request)
        try checkToken(of: identity)
        return identity
    }

    func checkToken(of identity: Identity) throws(ServiceError) {
        guard let token = identity.token else { return }
        if state.withLock({ $0.expiredTokens.contains(token) }) {
            throw ServiceError(401, "Auth token is expired")
        }
    }

    func check(
        _ access: DatabaseRules.Access, at place: TreePlace, as identity: Identity
    ) throws(ServiceError) {
        guard rules.allow(access, at: place, to: identity) else { throw .permissionDenied }
    }

    func checkIndex(for order: TreeSelection.Order, at place: TreePlace) throws(ServiceError) {
        let index: String
        switch order {
        case .key: return
        case .value: index = ".value"
        case .child(let child): index = child.description
        }
        guard rules.declareIndex(index, at: place) else { throw .indexMissing(index, at: place) }
    }

    /// Returns a key for a new child, which sorts after all earlier ones.
    func newKey() -> TreeKey {
        pushIDs.next()
    }
}
