/// A range of bytes in an input, as a diagnostic underlines it.
package struct SourceRange: Hashable, Sendable {
    /// The index of the input in the run.
    package let source: Int

    /// The offset of the first byte.
    package let lower: Int

    /// The offset after the last byte; equal to `lower` for a place between two bytes.
    package let upper: Int

    package init(source: Int, lower: Int, upper: Int) {
        self.source = source
        self.lower = lower
        self.upper = upper
    }
}

extension SourceRange {
    /// Returns the part of this range that begins at `offset` and is `count` bytes long.
    func slice(from offset: Int, count: Int) -> SourceRange {
        SourceRange(source: source, lower: lower + offset, upper: lower + offset + count)
    }
}

extension SourceRange: Comparable {
    /// Whether a range comes first in document order: by input, then by offset.
    package static func < (lhs: SourceRange, rhs: SourceRange) -> Bool {
        (lhs.source, lhs.lower, lhs.upper) < (rhs.source, rhs.lower, rhs.upper)
    }
}

/// A value with its source range.
package struct Located<Value> {
    package let value: Value
    package let range: SourceRange

    package init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}

extension Located: Sendable where Value: Sendable {}
