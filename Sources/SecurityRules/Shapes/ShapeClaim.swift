/// A key on the way to a place.
package enum RulesStep: Hashable, Sendable {
    case key(String)
    /// Any key: what a variable stands for.
    case any
}

/// A claim of a condition about the data at a place.
package struct ShapeClaim: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case string, number, bool
        /// One of these strings.
        case oneOf([String])
        /// A number without a fraction.
        case integer
        /// A number of milliseconds since 1970.
        case date
        /// The time of the write, which only the server knows.
        case serverTime
        /// A bool that is never false.
        case alwaysTrue
        /// Any bool, number or string.
        case mixed
        case children
        /// Anything at all: one of several alternatives says nothing of the place.
        case anything
        /// A value of the type that is at another place.
        case same([RulesStep])
        /// A value that is ordered with the one at another place.
        case ordered([RulesStep])
        /// It is there wherever its parent is.
        case required
        /// Nothing is here.
        case absent
        /// It stays as it was, and so of the type that other conditions say.
        case unchanged
        /// The key that leads here is an integer, as Swift prints it.
        case integerKey
    }

    package let place: [RulesStep]
    package let content: Content

    package init(_ place: [RulesStep], _ content: Content) {
        self.place = place
        self.content = content
    }
}

extension ShapeClaim.Content {
    /// The most general type of the value; `nil` for claims about something else.
    package var kind: ShapeClaim.Content? {
        switch self {
        case .string, .number, .bool, .mixed, .children: self
        case .oneOf: .string
        case .integer, .date, .serverTime: .number
        case .alwaysTrue: .bool
        case .anything, .same, .ordered, .required, .absent, .unchanged, .integerKey: nil
        }
    }
}
