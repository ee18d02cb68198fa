import PathSchema

/// A key on the way to a place.
package enum RulesStep: Hashable, Sendable {
    case key(String)
    /// Any key, as a variable matches it.
    case any
}

extension RulesStep {
    package static func == (a: RulesStep, b: RulesStep) -> Bool {
        switch (a, b) {
        case (.key(let a), .key(let b)): a.hasSameBytes(as: b)
        case (.any, .any): true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        if case .key(let key) = self { hasher.combine(key) }
    }
}

/// A condition's claim about the data at a place.
package struct ShapeClaim: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case string, number, bool
        /// One of these strings.
        case oneOf([String])
        /// A number without a fraction.
        case integer
        /// A number of milliseconds since 1970.
        case date
        /// The time of the write, which the server sets.
        case serverTime
        /// A Boolean that is always `true`.
        case alwaysTrue
        /// A part of a key: a string, or else a number.
        case keyPart
        /// Any Boolean, number or string.
        case mixed
        case children
        /// Any data: one of several alternatives makes no claim about the place.
        case anything
        /// A value of the same type as the value at another place.
        case same([RulesStep])
        /// A value that is ordered relative to the value at another place.
        case ordered([RulesStep])
        /// A place that exists wherever its parent does.
        case required
        /// A place without data.
        case absent
        /// An unchanged value, whose type other conditions determine.
        case unchanged
        /// A place whose own key is an integer, as Swift prints it.
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
    /// The possible kinds of the value; empty for claims about something else.
    var kinds: Set<ValueShape.Kind> {
        switch self {
        case .string, .oneOf: [.string]
        case .number, .integer, .date, .serverTime: [.number]
        case .bool, .alwaysTrue: [.bool]
        case .keyPart: [.string, .number]
        case .mixed: [.string, .number, .bool]
        case .children: [.children]
        case .anything, .same, .ordered, .required, .absent, .unchanged, .integerKey: []
        }
    }
}
