extension PatternParser {
    /// Parses a set from after its `[`.
    mutating func parseSet() throws(PatternError) -> UnitSet {
        var set = UnitSet(ranges: [], isNegated: accept("^"))
        while let next = rest.popFirst() {
            if next == "]", !set.ranges.isEmpty { return set }
            if next == "]" { break }
            var lower = next
            if next == "\\" {
                guard let letter = rest.popFirst() else { throw unexpected }
                if let named = UnitSet.named(letter) {
                    set.ranges += named.ranges
                    continue
                }
                lower = letter
            }
            var upper = lower
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest.removeFirst(2)
                upper = end
                if end == "\\" {
                    guard let letter = rest.popFirst() else { throw unexpected }
                    upper = letter
                }
            }
            try add(lower, upper, to: &set)
        }
        throw unexpected
    }

    private func add(
        _ lower: Unicode.Scalar, _ upper: Unicode.Scalar, to set: inout UnitSet
    ) throws(PatternError) {
        guard lower <= upper, let lower = UInt16(exactly: lower.value),
            let upper = UInt16(exactly: upper.value)
        else {
            throw PatternError(
                message: "Illegal regular expression, unexpected range \(lower)-\(upper)")
        }
        set.ranges.append(lower...upper)
    }
}
