import TypedDatabase

// Ranges of positions. A position is ``OrderBytes``, then the bytes of a key.
extension ByteRange {
    /// Makes the range that a selection's bounds enclose, in an order by value; `nil` if a bound has
    /// a key only.
    init?(positionsIn selection: TreeSelection) {
        self.init(lower: [], upper: [0xFF])
        if let bound = selection.lower {
            guard let start = Self.start(of: bound.position) else { return nil }
            lower = bound.isInclusive ? start : Self.end(of: start)
        }
        if let bound = selection.upper {
            guard let start = Self.start(of: bound.position) else { return nil }
            upper = bound.isInclusive ? Self.end(of: start) : start
        }
    }

    /// Returns the common prefix of all positions at a bound.
    private static func start(of position: TreePosition) -> [UInt8]? {
        guard case .value(let value, let key) = position else { return nil }
        return OrderBytes(value).bytes + (key.map { PathBytes([$0]).bytes } ?? [])
    }
}
