import PathSchema

/// Finds the data of an export that a schema's rules refuse.
///
/// The check receives the data in the order of the export, and stores only the places on the way to
/// the current one.
package struct DataCheck {
    /// The kinds of values that a schema's rules distinguish.
    package enum Value {
        case string, integer, fraction, bool
    }

    /// A place with data that the rules refuse.
    package struct Refusal: Equatable, CustomStringConvertible {
        package let place: [String]
        package let reason: String

        package var description: String {
            "\(place.nameOfPlace): \(reason)"
        }
    }

    /// The first places that the rules refuse.
    package private(set) var refusals: [Refusal] = []
    package private(set) var refusalCount = 0

    private static let maximumCount = 20

    private var keys: [String] = []
    /// The open objects.
    private var open: [Open] = []
    private var next: Next

    /// An object whose children are being read.
    private struct Open {
        let position: Next
        /// The required children that have been found.
        var found: Set<ExactText> = []
        var isEmpty = true
    }

    /// The place of the next value.
    private struct Next {
        var rules: SchemaRules?
        /// Whether a variable forbids the place.
        var isForbidden = false
    }

    init(_ rules: SchemaRules) {
        next = Next(rules: rules)
    }

    /// Enters a child of the innermost object.
    package mutating func enter(_ key: String) {
        keys.append(key)
        let rules = open.last?.position.rules
        let child = rules?.children.first { $0.key.hasSameBytes(as: key) } ?? rules?.variable
        next = Next(rules: child?.rules, isForbidden: child == nil && rules?.other != nil)
    }

    /// Begins the children of the current place.
    package mutating func begin() {
        open.append(Open(position: next))
    }

    /// Ends the children of the current place. Without children, the place has no data.
    package mutating func end() {
        guard let object = open.popLast() else { return }
        if !object.isEmpty {
            check(object.position, nil)
            for key in object.position.rules?.required ?? []
            where !object.found.contains(ExactText(key)) {
                refuse("the schema requires \(Visible.quoted(key)), which isn't there")
            }
            noteData()
        }
        leave()
    }

    /// Records the value of the current place; `nil` for null.
    package mutating func note(_ value: Value?) {
        if let value {
            check(next, value)
            noteData()
        }
        leave()
    }

    private mutating func noteData() {
        guard !open.isEmpty, let key = keys.last else { return }
        open[open.count - 1].isEmpty = false
        let required = open[open.count - 1].position.rules?.required ?? []
        if required.contains(where: { $0.hasSameBytes(as: key) }) {
            open[open.count - 1].found.insert(ExactText(key))
        }
    }

    private mutating func leave() {
        if !keys.isEmpty { keys.removeLast() }
    }

    /// - Parameter value: `nil` for children.
    private mutating func check(_ position: Next, _ value: Value?) {
        if position.isForbidden {
            refuse("the schema has no \(Visible.quoted(keys.last ?? "")) here")
        }
        let failed = position.rules?.conditions.first {
            !$0.holds(for: value, key: keys.last ?? "")
        }
        if let failed { refuse("\(value.noun), and the rules demand \(failed)") }
    }

    private mutating func refuse(_ reason: String) {
        refusalCount += 1
        guard refusals.count < Self.maximumCount else { return }
        refusals.append(Refusal(place: keys, reason: reason))
    }
}

extension DataCheck.Value? {
    fileprivate var noun: String {
        switch self {
        case .string: "a string"
        case .integer, .fraction: "a number"
        case .bool: "a bool"
        case nil: "children"
        }
    }
}

extension RulesExpression {
    /// Whether a condition of a schema's rules holds for a value.
    ///
    /// - Parameter value: `nil` for children.
    func holds(for value: DataCheck.Value?, key: String) -> Bool {
        switch self {
        case .call(.name("newData"), "isString", _): value == .string
        case .call(.name("newData"), "isNumber", _): value == .integer || value == .fraction
        case .call(.name("newData"), "isBoolean", _): value == .bool
        case .call(.name("newData"), "hasChildren", _): value == nil
        case .call(.name, "matches", _): key.isInteger
        case .binary(.binary(_, .modulo, _), .equal, _): value != .fraction
        default: true
        }
    }
}

extension String {
    /// Whether the text is an integer as Swift prints it: `LeafRules.integer`.
    fileprivate var isInteger: Bool {
        let digits = hasPrefix("-") ? dropFirst() : self[...]
        if digits == "0" { return count == 1 }
        return digits.first != "0" && !digits.isEmpty
            && digits.unicodeScalars.allSatisfy { "0"..."9" ~= $0 }
    }
}
