import TypedDatabase

/// The positions in an order by value that a selection has within its bounds.
///
/// A position is ``OrderBytes``, then the bytes of a key.
struct PositionRange: Hashable {
    var lower: [UInt8] = []
    var upper: [UInt8] = [0xFF]

    /// `nil` if a bound is a key alone.
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

    /// What all positions begin with that a bound is at.
    private static func start(of position: TreePosition) -> [UInt8]? {
        guard case .value(let value, let key) = position else { return nil }
        return OrderBytes(value).bytes + (key.map { PathBytes([$0]).bytes } ?? [])
    }

    /// What comes after all positions that begin so.
    private static func end(of start: [UInt8]) -> [UInt8] {
        start + [PathBytes.afterKeys]
    }
}
