/// The type of an expression, as far as it is known without data.
enum RuleType: String, Sendable {
    /// A member of `auth`: any value, or nothing.
    case any
    /// The value of a place, or of a query: a scalar or nothing. It has no members.
    case primitive
    case null, boolean, number, string, snapshot, query, pattern, list

    /// Whether data decide about the type.
    var isOpen: Bool { self == .any || self == .primitive }

    func isOneOf(_ types: RuleType...) -> Bool {
        isOpen || types.contains(self)
    }
}
