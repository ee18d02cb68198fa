/// A key on the way to a place.
package enum RulesStep: Hashable, Sendable {
    case key(String)
    /// Any key: what a variable stands for.
    case any
}

/// What a condition says of the data at a place.
package struct ShapeClaim: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case string, number, bool
        /// A number without a fraction.
        case integer
        /// A number of milliseconds since 1970.
        case date
        /// A bool that is never false.
        case alwaysTrue
        /// Any bool, number or string.
        case mixed
        case children
        /// It is there wherever its parent is.
        case required
        /// It may be missing.
        case optional
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
    /// What a value is at the most general; `nil` for what doesn't say.
    package var kind: ShapeClaim.Content? {
        switch self {
        case .string, .number, .bool, .mixed, .children: self
        case .integer, .date: .number
        case .alwaysTrue: .bool
        case .required, .optional, .integerKey: nil
        }
    }
}
