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
