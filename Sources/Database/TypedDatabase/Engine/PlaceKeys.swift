/// The keys of a place's selected children.
public enum PlaceKeys: Hashable, Sendable {
    /// The place is empty, or none of its children is selected.
    case nothing

    /// A bool, a number or a string, which only `.all` selects.
    case scalar

    /// Children with these keys, at least one, in the selection's order.
    case children([TreeKey])

    /// The number of children.
    public var count: Int {
        if case .children(let keys) = self { keys.count } else { 0 }
    }
}

extension PlaceKeys {
    /// Makes the keys of the selected part of a value.
    public init(_ value: TreeValue?, _ selection: TreeSelection) {
        switch value {
        case .children(let children)?:
            let keys = selection.select(from: children).map(\.key)
            self = keys.isEmpty ? .nothing : .children(keys)
        case _? where selection == .all: self = .scalar
        default: self = .nothing
        }
    }
}
