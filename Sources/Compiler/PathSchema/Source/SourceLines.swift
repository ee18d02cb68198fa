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
