import TypedDatabase

/// The orders of children, strictly according to Firebase's documentation.
enum ModelOrder {
    /// Returns the selected keys, in order.
    static func select(_ selection: TreeSelection, of value: TreeValue?) -> [TreeKey] {
        let children = (value?.children ?? TreeChildren()).map { key, value in
            Child(key: key.text, value: orderedBy(selection.order, value))
        }
        var selected = children.filter { child in
            if let lower = selection.lower {
                let difference = difference(child, lower.position)
                if difference < 0 || !lower.isInclusive && difference == 0 { return false }
            }
            if let upper = selection.upper {
                let difference = difference(child, upper.position)
                if difference > 0 || !upper.isInclusive && difference == 0 { return false }
            }
            return true
        }
        selected.sort { difference($0, $1) < 0 }
        switch selection.limit {
        case .first(let count)?: selected = Array(selected.prefix(count))
        case .last(let count)?: selected = Array(selected.suffix(count))
        case nil: break
        }
        return selected.map { TreeKey($0.key) }
    }

    private struct Child {
        let key: String
        /// The ordering value; `nil` in an order by key.
        let value: TreeValue?
    }

    /// Returns the value that orders a child.
    static func orderedBy(_ order: TreeSelection.Order, _ value: TreeValue) -> TreeValue? {
        switch order {
        case .key: nil
        case .value: value
        case .child(let place): place.keys.reduce(value) { $0?.children[$1] }
        }
    }

    private static func difference(_ a: Child, _ b: Child) -> Int {
        let byValue = difference(a.value, b.value)
        return byValue == 0 ? difference(a.key, b.key) : byValue
    }

    private static func difference(_ child: Child, _ position: TreePosition) -> Int {
        switch position {
        case .key(let key): return difference(child.key, key.text)
        case .value(let value, let key):
            let byValue = difference(child.value, value)
            return byValue == 0 ? key.map { difference(child.key, $0.text) } ?? 0 : byValue
        }
    }

    // MARK: Keys

    private static func difference(_ a: String, _ b: String) -> Int {
        switch (integer(a), integer(b)) {
        case (let x?, let y?) where x != y: x < y ? -1 : 1
        case (_?, _?) where a.utf8.count != b.utf8.count: a.utf8.count - b.utf8.count
        case (_?, nil): -1
        case (nil, _?): 1
        default: codeUnitDifference(a, b)
        }
    }

    /// Returns the 32-bit integer of digits with an optional sign; `nil` for other keys.
    private static func integer(_ key: String) -> Int? {
        let digits = key.hasPrefix("-") ? key.dropFirst() : key[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return Int(key).flatMap { $0 >= -2_147_483_648 && $0 <= 2_147_483_647 ? $0 : nil }
    }

    private static func codeUnitDifference(_ a: String, _ b: String) -> Int {
        let (x, y) = (Array(a.utf16), Array(b.utf16))
        return x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
    }

    // MARK: Values

    private static func difference(_ a: TreeValue?, _ b: TreeValue?) -> Int {
        switch (a, b) {
        case (.integer(let x), .integer(let y)): return x < y ? -1 : x > y ? 1 : 0
        case (.string(let x), .string(let y)): return codeUnitDifference(x, y)
        default: break
        }
        if let x = number(a), let y = number(b), x != y { return x < y ? -1 : 1 }
        // A double that equals a rounded integer lies beyond all integers.
        if case (.double, .integer) = (a, b) { return 1 }
        if case (.integer, .double) = (a, b) { return -1 }
        return kind(a) - kind(b)
    }

    /// Returns a number, rounded if it is a large integer.
    private static func number(_ value: TreeValue?) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    private static func kind(_ value: TreeValue?) -> Int {
        switch value {
        case nil: 0
        case .bool(false): 1
        case .bool(true): 2
        case .integer, .double: 3
        case .string: 4
        case .children: 5
        }
    }
}
