/// An input of a run: the bytes of a schema, and its name in diagnostics.
package struct SourceText: Sendable {
    /// The name in diagnostics, as on the command line.
    package let name: String

    /// The bytes as they were read, which may be invalid UTF-8; the JSON reader reports invalid
    /// bytes.
    package let utf8: [UInt8]

    package init(name: String, utf8: [UInt8]) {
        self.name = name
        self.utf8 = utf8
    }

    package init(name: String, text: String) {
        self.init(name: name, utf8: Array(text.utf8))
    }
}

extension SourceText {
    /// UTF-8's byte-order mark, which some editors insert.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset of the first byte after an optional byte-order mark.
    var start: Int {
        utf8.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    }
}

// MARK: - Ranges

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

// MARK: - Lines

/// The line starts of an input, for converting byte offsets to lines and columns.
package struct SourceLines {
    /// A line and a column in a text file, counted from 1. Columns count bytes of UTF-8, as the
    /// Swift compiler's do, so that editors jump to the right place.
    package struct Position: Hashable, Sendable, CustomStringConvertible {
        package let line: Int
        package let column: Int

        package var description: String { "\(line):\(column)" }
    }

    private let text: [UInt8]
    private let starts: [Int]

    package init(_ source: SourceText) {
        text = source.utf8
        var starts = [source.start]
        for offset in text.indices where text[offset] == UInt8(ascii: "\n") {
            starts.append(offset + 1)
        }
        self.starts = starts
    }

    package func position(of offset: Int) -> Position {
        let line = lineIndex(of: offset)
        return Position(line: line + 1, column: max(0, offset - starts[line]) + 1)
    }

    /// Returns the bytes of the line at `offset`, without its line break.
    package func line(at offset: Int) -> Range<Int> {
        let line = lineIndex(of: offset)
        let start = starts[line]
        var end = line + 1 < starts.count ? starts[line + 1] - 1 : text.count
        if end > start, text[end - 1] == UInt8(ascii: "\r") {
            end -= 1
        }
        return start..<max(start, end)
    }

    private func lineIndex(of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }
}
