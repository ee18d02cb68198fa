/// Data of a database, as rules read it.
package protocol RuleData: Sendable {
    /// Whether there are any data: places that aren't read until they are needed may have none.
    var exists: Bool { get }

    /// The value; `nil` for children.
    var scalar: RuleScalar? { get }

    func child(_ key: String) -> (any RuleData)?

    /// Calls a function with each child, until it returns `false`.
    func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool)
}

/// A value without children.
package enum RuleScalar: Hashable, Sendable {
    case bool(Bool)
    case number(Double)
    case string(String)

    package static func == (a: RuleScalar, b: RuleScalar) -> Bool {
        switch (a, b) {
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        default: false
        }
    }
}

extension RuleData {
    package var exists: Bool { true }

    /// Whether both have the same children and values.
    func hasSameData(as other: any RuleData) -> Bool {
        if scalar != nil || other.scalar != nil { return scalar == other.scalar }
        var isSame = true
        var count = 0
        forEachChild { key, child in
            count += 1
            isSame = other.child(key).map { child.hasSameData(as: $0) } ?? false
            return isSame
        }
        guard isSame else { return false }
        other.forEachChild { _, _ in
            count -= 1
            return count >= 0
        }
        return count == 0
    }
}
