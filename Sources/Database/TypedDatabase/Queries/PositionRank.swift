/// The first part of the comparison of two positions: their values' kinds and nearest doubles.
///
/// A sort of positions by numbers needs no more, and takes a fraction of the time, since comparing
/// ranks retains nothing.
struct PositionRank {
    private let kind: Int
    private let number: Double

    init(_ position: ChildPosition) {
        kind = TreeValue.rank(position.value)
        switch position.value {
        case .integer(let integer)?: number = Double(integer)
        case .double(let double)?: number = double
        default: number = 0
        }
    }

    /// Returns whether one position comes before another; `nil` if the ranks don't tell.
    static func isAscending(_ a: PositionRank, _ b: PositionRank) -> Bool? {
        if a.kind != b.kind { return a.kind < b.kind }
        return a.number == b.number ? nil : a.number < b.number
    }
}
