/// A part of an input, in bytes: what a diagnostic underlines.
package struct SourceRange: Hashable, Sendable {
    /// Which of the run's inputs, counted from 0.
    package let source: Int

    /// The offset of the first byte.
    package let lower: Int

    /// The offset after the last byte; equal to `lower` for a place between two characters.
    package let upper: Int

    package init(source: Int, lower: Int, upper: Int) {
        self.source = source
        self.lower = lower
        self.upper = upper
    }
}

extension SourceRange {
    /// The part of this range that begins `offset` bytes in and is `count` bytes long.
    func slice(from offset: Int, count: Int) -> SourceRange {
        SourceRange(source: source, lower: lower + offset, upper: lower + offset + count)
    }
}

extension SourceRange: Comparable {
    /// Document order: the inputs in the order given, each from its beginning to its end.
    package static func < (lhs: SourceRange, rhs: SourceRange) -> Bool {
        (lhs.source, lhs.lower, lhs.upper) < (rhs.source, rhs.lower, rhs.upper)
    }
}

/// A value, and where it was written.
package struct Located<Value> {
    package let value: Value
    package let range: SourceRange

    package init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}

extension Located: Sendable where Value: Sendable {}
