import TypedDatabase

/// The rule by which the service returns children as an array.
///
/// Children whose keys are all non-negative integers, written as Swift writes them, are an array if
/// the largest of them is less than twice their number. Elements that are missing are `null`.
enum ArrayForm {
    /// Returns the number of elements of the array for some children; `nil` if they aren't an
    /// array.
    static func count(of children: TreeChildren) -> Int? {
        guard !children.isEmpty,
            let largest = index(children[offset: children.count - 1].key),
            largest < 2 * children.count,
            children.allSatisfy({ index($0.key) != nil })
        else { return nil }
        return largest + 1
    }

    private static func index(_ key: TreeKey) -> Int? {
        guard let integer = key.integer, integer >= 0, key.text == String(integer) else {
            return nil
        }
        return Int(integer)
    }
}
