import TypedDatabase

/// The range of positions that a selection's bounds enclose, in an order by value.
///
/// A position is ``OrderBytes``, then the bytes of a key.
struct PositionRange: Hashable {
    var lower: [UInt8] = []
    var upper: [UInt8] = [0xFF]

    /// Returns `nil` if a bound has a key only.
    init?(_ selection: TreeSelection) {
        if let bound = selection.lower {
            guard let start = Self.start(of: bound.position) else { return nil }
            lower = bound.isInclusive ? start : Self.end(of: start)
        }
        if let bound = selection.upper {
            guard let start = Self.start(of: bound.position) else { return nil }
            upper = bound.isInclusive ? Self.end(of: start) : start
        }
    }

    func contains(_ position: [UInt8]) -> Bool {
        !position.lexicographicallyPrecedes(lower) && position.lexicographicallyPrecedes(upper)
    }

    /// Returns the common prefix of all positions at a bound.
    private static func start(of position: TreePosition) -> [UInt8]? {
        guard case .value(let value, let key) = position else { return nil }
        return OrderBytes(value).bytes + (key.map { PathBytes([$0]).bytes } ?? [])
    }

    /// Returns the end of all positions with a prefix.
    private static func end(of start: [UInt8]) -> [UInt8] {
        start + [PathBytes.afterKeys]
    }
}
