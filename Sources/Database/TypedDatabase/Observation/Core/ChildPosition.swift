/// The position of a child among others: by the value that orders them, then by key.
package struct ChildPosition: Hashable, Comparable, Sendable {
    let value: TreeValue?
    let key: TreeKey

    package static func < (a: ChildPosition, b: ChildPosition) -> Bool {
        let difference = TreeValue.difference(a.value, b.value)
        return difference == 0 ? a.key < b.key : difference < 0
    }

    package static func == (a: ChildPosition, b: ChildPosition) -> Bool {
        a.key == b.key && TreeValue.difference(a.value, b.value) == 0
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }

    /// Returns a negative number if this comes before a bound's position, a positive one if after
    /// it, and 0 if it is at it.
    func difference(to other: TreePosition) -> Int {
        let otherKey: TreeKey?
        switch other {
        case .key(let key): otherKey = key
        case .value(let otherValue, let key):
            let difference = TreeValue.difference(value, otherValue)
            if difference != 0 { return difference }
            otherKey = key
        }
        guard let otherKey, key != otherKey else { return 0 }
        return key < otherKey ? -1 : 1
    }
}
