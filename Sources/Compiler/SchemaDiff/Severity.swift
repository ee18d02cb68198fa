/// The consequences of a change for an audience, from harmless to harmful.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case safe
    /// The types are the app's own, so that only its code knows.
    case undecided
    case dangerous
    case breaking

    private var rank: Int {
        switch self {
        case .safe: 0
        case .undecided: 1
        case .dangerous: 2
        case .breaking: 3
        }
    }

    package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}
