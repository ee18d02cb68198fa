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
    case later
}

extension Answer {
    /// Sorts an error: only a refusal that says so is final.
    init(_ error: any Error) {
        guard let error = error as? TreeDatabaseError else {
            // A token that can't be fetched, for example.
            self = .later
            return
        }
        switch error.kind {
        case .permissionDenied, .invalidKey, .invalidValue, .tooLarge, .badRequest,
            .overlappingEdits, .unsupported:
            self = .refused(error)
        case .outcomeUnknown: self = .unknown(error)
        default: self = .later
        }
    }
}

extension TreeDatabaseError {
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
