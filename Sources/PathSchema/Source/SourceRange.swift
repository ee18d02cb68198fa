/// A stretch of an input, in bytes: what a diagnostic underlines.
public struct SourceRange: Hashable, Sendable {
    /// Which of the run's inputs, counted from 0.
    public let source: Int32

    /// The offset of the first byte.
    public let lower: UInt32

    /// The offset behind the last byte; equal to `lower` for a place between two characters.
    public let upper: UInt32

    public init(source: Int32, lower: Int, upper: Int) {
        self.source = source
        self.lower = UInt32(lower)
        self.upper = UInt32(upper)
    }

    init(source: Int32, _ lower: UInt32, _ upper: UInt32) {
        self.source = source
        self.lower = lower
        self.upper = upper
    }
}

extension SourceRange {
    /// The part of this range that begins `offset` bytes in and is `count` bytes long.
    func slice(from offset: Int, count: Int) -> SourceRange {
        SourceRange(source: source, lower: Int(lower) + offset, upper: Int(lower) + offset + count)
    }
}

extension SourceRange: Comparable {
    /// Document order: the inputs in the order given, each from its beginning to its end.
    public static func < (lhs: SourceRange, rhs: SourceRange) -> Bool {
        (lhs.source, lhs.lower, lhs.upper) < (rhs.source, rhs.lower, rhs.upper)
    }
}

/// A value, and where it was written.
public struct Located<Value> {
    public let value: Value
    public let range: SourceRange

    public init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}

extension Located: Sendable where Value: Sendable {}
