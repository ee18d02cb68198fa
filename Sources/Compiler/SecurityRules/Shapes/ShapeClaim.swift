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

// MARK: - Shapes

/// The combination of several claims about the value at one place.
///
/// Claims that all hold narrow the shape, and alternatives widen it.
package struct ValueShape: Equatable, Sendable {
    package enum Kind: CaseIterable, Sendable {
        case string, number, bool, children
    }

    /// The possible kinds; empty if there are no claims.
    package private(set) var kinds: Set<Kind> = []
    /// The possible strings; `nil` if any string is possible.
    package private(set) var texts: [String]?
    package private(set) var isInteger = false
    package private(set) var isDate = false
    package private(set) var isServerTime = false
    package private(set) var isAlwaysTrue = false
    /// Whether the value is a part of a key.
    package private(set) var isKeyPart = false
    /// Whether one of several alternatives makes no claim, and no other claim does.
    package private(set) var isOpen = false
    /// Whether the claims exclude each other.
    package private(set) var isContradictory = false
    /// The places whose values have the same type.
    package private(set) var same: [[RulesStep]] = []
    /// The places whose values are ordered relative to this one.
    package private(set) var ordered: [[RulesStep]] = []

    /// Creates the shape that satisfies all claims.
    package init(_ claims: some Sequence<ShapeClaim.Content>) {
        for claim in claims { narrow(by: claim) }
        if !kinds.isEmpty { isOpen = false }
    }

    /// The maximum number of places from which a value takes its type.
    private static let maximumReferences = 8

    /// Whether the value is unrestricted.
    package var saysNothing: Bool { kinds.isEmpty && same.isEmpty }

    private mutating func narrow(by claim: ShapeClaim.Content) {
        switch claim {
        case .oneOf(let new): texts = texts.map { $0.filter(new.contains) } ?? new
        case .integer: isInteger = true
        case .date: isDate = true
        case .serverTime:
            isDate = true
            isServerTime = true
        case .alwaysTrue: isAlwaysTrue = true
        case .keyPart: isKeyPart = true
        case .anything: isOpen = true
        case .same(let place): same.append(place)
        case .ordered(let place): ordered.append(place)
        case .string, .number, .bool, .mixed, .children: break
        case .required, .absent, .unchanged, .integerKey: break
        }
        let new = claim.kinds
        guard !new.isEmpty else { return }
        let common = kinds.intersection(new)
        isContradictory = isContradictory || !kinds.isEmpty && common.isEmpty
        kinds = kinds.isEmpty || common.isEmpty ? kinds.union(new) : common
    }

    /// Returns the shape of a value that satisfies either shape.
    package func joined(with other: ValueShape) -> ValueShape {
        var joined = self
        joined.isOpen = isOpen || other.isOpen || saysNothing != other.saysNothing
        joined.kinds = saysNothing || other.saysNothing ? [] : kinds.union(other.kinds)
        let others = other.same.filter { !same.contains($0) }
        if others.count + same.count <= Self.maximumReferences {
            joined.same += others
        } else {
            (joined.isOpen, joined.same) = (true, [])
        }
        joined.texts = Self.union(kinds.contains(.string), texts, other)
        let isNumber = kinds.contains(.number)
        let otherIsNumber = other.kinds.contains(.number)
        joined.isInteger = (isInteger || !isNumber) && (other.isInteger || !otherIsNumber)
        joined.isDate = (isDate || !isNumber) && (other.isDate || !otherIsNumber)
        joined.isServerTime = isServerTime && other.isServerTime
        joined.isAlwaysTrue = isAlwaysTrue && other.isAlwaysTrue
        joined.isKeyPart = isKeyPart && other.isKeyPart
        return joined
    }

    private static func union(
        _ isString: Bool, _ texts: [String]?, _ other: ValueShape
    ) -> [String]? {
        guard isString, other.kinds.contains(.string) else { return isString ? texts : other.texts }
        guard let texts, let others = other.texts else { return nil }
        return texts + others.filter { !texts.contains($0) }
    }

    /// The shape as claims.
    var claims: [ShapeClaim.Content] {
        var claims: [ShapeClaim.Content] = same.map { .same($0) }
        if isOpen { claims.append(.anything) }
        switch kinds {
        case []: break
        case [.string]: claims.append(texts.map { .oneOf($0) } ?? .string)
        case [.number]:
            if isServerTime { claims.append(.serverTime) } else if isDate { claims.append(.date) }
            claims.append(isInteger ? .integer : .number)
        case [.bool]: claims.append(isAlwaysTrue ? .alwaysTrue : .bool)
        case [.children]: claims.append(.children)
        case _ where kinds.contains(.children): claims.append(.anything)
        case [.string, .number] where isKeyPart: claims.append(.keyPart)
        default: claims.append(.mixed)
        }
        return claims
    }
}
