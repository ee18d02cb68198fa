extension TreeValue {
    /// Returns a negative number if `a` comes before `b` in an order by value, a positive one if
    /// after, and 0 if they are equal.
    ///
    /// Nothing < `false` < `true` < numbers < strings (by UTF-16 code units) < children, whose
    /// contents are ignored.
    static func difference(_ a: TreeValue?, _ b: TreeValue?) -> Int {
        switch (a, b) {
        case (.integer(let x)?, .integer(let y)?):
            x < y ? -1 : x == y ? 0 : 1
        case (.double(let x)?, .double(let y)?):
            x < y ? -1 : x == y ? 0 : 1
        case (.integer(let x)?, .double(let y)?):
            -difference(y, x)
        case (.double(let x)?, .integer(let y)?):
            difference(x, y)
        case (.string(let x)?, .string(let y)?):
            UTF16Order.difference(x, y)
        default:
            rank(a) - rank(b)
        }
    }

    /// Compares without rounding the integer, which may have more digits than a double.
    private static func difference(_ x: Double, _ y: Int64) -> Int {
        if x >= 0x1p63 { return 1 }
        if x < -0x1p63 { return -1 }
        let floor = Int64(x.rounded(.down))
        if floor != y { return floor < y ? -1 : 1 }
        return x > x.rounded(.down) ? 1 : 0
    }

    /// Returns the rank of a value's kind in that order.
    static func rank(_ value: TreeValue?) -> Int {
        switch value {
        case nil: 0
        case .bool(false)?: 1
        case .bool(true)?: 2
        case .integer?, .double?: 3
        case .string?: 4
        case .children?: 5
        }
    }
}
