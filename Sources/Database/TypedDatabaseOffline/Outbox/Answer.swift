import TypedDatabase

/// The outcome of sending a write, as far as the outbox goes on from it.
enum Answer: Hashable, Sendable {
    /// The server has made the write.
    case made

    /// The server has refused the write, and would refuse it again.
    case refused(TreeDatabaseError)

    /// The write may have been made.
    case unknown(TreeDatabaseError)

    /// The write wasn't made, but may be later.
    case later(TreeDatabaseError)
}

extension Answer {
    /// Sorts an error: only a refusal that says so is final.
    init(_ error: any Error) {
        let error = TreeDatabaseError(passing: error)
        switch error.kind {
        case .permissionDenied, .invalidKey, .invalidValue, .tooLarge, .badRequest,
            .overlappingEdits, .unsupported:
            self = .refused(error)
        case .outcomeUnknown: self = .unknown(error)
        default: self = .later(error)
        }
    }
}

extension TreeDatabaseError {
    /// Makes an error of any: one that isn't the database's is the app's own, of a token that it
    /// couldn't fetch for example.
    init(passing error: any Error) {
        self = error as? TreeDatabaseError ?? TreeDatabaseError(.unauthenticated, "\(error)")
    }

    /// Whether a watch that ends with this error would end with it again.
    var endsWatches: Bool {
        switch kind {
        case .permissionDenied, .indexMissing, .tooLarge, .badRequest, .invalidQuery,
            .invalidKey, .unsupported:
            true
        default: false
        }
    }
}
