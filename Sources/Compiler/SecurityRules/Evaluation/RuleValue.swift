import PathSchema

/// The value of an expression.
enum RuleValue: Sendable {
    case null
    case scalar(RuleScalar)
    /// Data with children: `auth`, its claims, or `val()` of a place with children.
    case data(any RuleData)
    /// A place with its data.
    case snapshot(RuleSnapshot)

    static func bool(_ value: Bool) -> RuleValue { .scalar(.bool(value)) }
    static func number(_ value: Double) -> RuleValue { .scalar(.number(value)) }
    static func string(_ value: String) -> RuleValue { .scalar(.string(value)) }

    init(_ data: (any RuleData)?) {
        guard let data, data.exists else {
            self = .null
            return
        }
        self = data.scalar.map(RuleValue.scalar) ?? .data(data)
    }

    /// The name of the value's type, for explanations.
    var kind: String {
        switch self {
        case .null: "null"
        case .scalar(.bool): "a boolean"
        case .scalar(.number): "a number"
        case .scalar(.string): "a string"
        case .data: "an object"
        case .snapshot: "a snapshot"
        }
    }
}

extension RuleValue: CustomStringConvertible {
    /// The value as JSON, for people to read: long strings and objects are cut.
    var description: String {
        switch self {
        case .null: "null"
        case .scalar(.bool(let value)): "\(value)"
        case .scalar(.number(let value)): Self.text(of: value)
        case .scalar(.string(let text)):
            text.utf8.count > 200
                ? "\(String(text.prefix(100)).debugDescription)…" : text.debugDescription
        case .data(let data): Self.text(of: data)
        case .snapshot(let snapshot): "the data at /\(snapshot.keys.joined(separator: "/"))"
        }
    }

    /// Returns a number as `+` joins it to a string: `1`, `1.5` or `NaN`.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        return Int64(exactly: number).map(String.init) ?? "\(number)"
    }

    private static func text(of data: any RuleData) -> String {
        var members: [String] = []
        data.forEachChild { key, child in
            let value = RuleValue(child)
            if case .data = value {
                members.append("\(key.debugDescription): {…}")
            } else {
                members.append("\(key.debugDescription): \(value)")
            }
            return members.count < 5
        }
        return "{\(members.joined(separator: ", "))\(members.count == 5 ? ", …" : "")}"
    }
}

// MARK: - Data

/// Data of a database, as rules read it.
package protocol RuleData: Sendable {
    /// Whether there are any data. A place that is read lazily may turn out to have none.
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

// MARK: - Snapshots

/// A place with its data, before or after a write.
final class RuleSnapshot: Sendable {
    let keys: [String]
    let data: (any RuleData)?
    private let root: (any RuleData)?
    /// The number of keys beyond the maximum depth, where no data can be.
    private let excess: Int

    convenience init(root: (any RuleData)?, keys: [String] = []) {
        self.init(root, keys, keys.reduce(root) { $0?.child($1) }, excess: 0)
    }

    private init(
        _ root: (any RuleData)?, _ keys: [String], _ data: (any RuleData)?, excess: Int
    ) {
        self.keys = keys
        self.data = data
        self.root = root
        self.excess = excess
    }

    var exists: Bool { data?.exists ?? false }

    /// Returns the snapshot of a child whose data are known.
    func child(_ key: String, _ data: (any RuleData)?) -> RuleSnapshot {
        RuleSnapshot(root, keys + [key], data, excess: 0)
    }

    /// Returns the snapshot at a path, whose keys are separated by slashes.
    func child(at path: String) -> RuleSnapshot {
        var (keys, data, excess) = (keys, data, excess)
        for key in path.utf8.split(separator: UInt8(ascii: "/")) {
            if keys.count < KeyRules.maximumDepth {
                keys.append(String(Substring(key)))
                data = data?.child(keys[keys.count - 1])
            } else {
                (data, excess) = (nil, excess + 1)
            }
        }
        return RuleSnapshot(root, keys, data, excess: excess)
    }

    /// The place above; `nil` at the root.
    var parent: RuleSnapshot? {
        if excess > 0 {
            let data = excess == 1 ? keys.reduce(root) { $0?.child($1) } : nil
            return RuleSnapshot(root, keys, data, excess: excess - 1)
        }
        return keys.isEmpty ? nil : RuleSnapshot(root: root, keys: keys.dropLast())
    }
}

// MARK: - Queries

/// A query, as `.read` rules see it.
package struct RuleQuery: Sendable {
    package enum Order: Hashable, Sendable {
        case key, value, priority
        case child(String)
    }

    package var order = Order.key
    package var startAt: RuleScalar?
    package var endAt: RuleScalar?
    package var equalTo: RuleScalar?
    package var limitToFirst: Int?
    package var limitToLast: Int?

    package init() {}

    enum Property: String, Sendable {
        case orderByKey, orderByValue, orderByPriority, orderByChild
        case startAt, endAt, equalTo, limitToFirst, limitToLast

        var type: RuleType {
            switch self {
            case .orderByKey, .orderByValue, .orderByPriority: .boolean
            default: .primitive
            }
        }
    }

    func value(of property: Property) -> RuleValue {
        switch property {
        case .orderByKey: .bool(order == .key)
        case .orderByValue: .bool(order == .value)
        case .orderByPriority: .bool(order == .priority)
        case .orderByChild: if case .child(let path) = order { .string(path) } else { .null }
        case .startAt: startAt.map(RuleValue.scalar) ?? .null
        case .endAt: endAt.map(RuleValue.scalar) ?? .null
        case .equalTo: equalTo.map(RuleValue.scalar) ?? .null
        case .limitToFirst: limitToFirst.map { .number(Double($0)) } ?? .null
        case .limitToLast: limitToLast.map { .number(Double($0)) } ?? .null
        }
    }
}
