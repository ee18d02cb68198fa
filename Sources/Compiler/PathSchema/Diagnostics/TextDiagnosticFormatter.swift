/// Formats diagnostics for people and editors: a first line that editors make clickable, the line
/// of the schema, and a caret under exactly the offending characters.
///
/// ```
/// Schemas/chat.json:5:23: error: 'Mesage Id' is not a Swift type
/// 5 |       "<messageId>": "Mesage Id"
///   |                       ^~~~~~~~~
/// note: a leaf names one of your types, as in "Message" or "[String: Bool]"
/// ```
package struct TextDiagnosticFormatter {
    private let sources: [SourceText]
    private let lines: [SourceLines]
    private let usesColor: Bool

    /// - Parameters:
    ///   - sources: the run's inputs, in the order of `SourceRange.source`.
    ///   - usesColor: whether to highlight with ANSI escape sequences.
    package init(sources: [SourceText], usesColor: Bool = false) {
        self.sources = sources
        self.lines = sources.map(SourceLines.init)
        self.usesColor = usesColor
    }

    /// Formats one diagnostic with its notes. Each line ends with a line break.
    package func format(_ diagnostic: Diagnostic) -> String {
        var text = headline(
            diagnostic.severity.rawValue, diagnostic.message, at: diagnostic.range,
            color: Color(diagnostic.severity))
        text += excerpt(of: diagnostic.range)
        for note in diagnostic.notes {
            text += headline("note", note.message, at: note.range, color: .cyan)
            if let range = note.range {
                text += excerpt(of: range)
            }
        }
        return text
    }

    private func headline(
        _ kind: String, _ message: String, at range: SourceRange?, color: Color
    ) -> String {
        var place = ""
        if let range {
            let position = lines[range.source].position(of: range.lower)
            let name = Visible.text(sources[range.source].name)
            place = "\(name):\(position): "
        }
        return "\(place)\(paint("\(kind):", color)) \(Visible.text(message))\n"
    }

    /// Returns the line that the range begins on, with a caret under the range.
    private func excerpt(of range: SourceRange) -> String {
        let lines = lines[range.source]
        let line = lines.line(at: range.lower)
        let lower = min(range.lower, line.upperBound)
        let upper = min(max(range.upper, lower), line.upperBound)
        let window = window(around: lower, in: line, of: sources[range.source].utf8)

        let number = String(lines.position(of: range.lower).line)
        let gutter = String(repeating: " ", count: number.count)
        let before = text(window.lowerBound..<lower, of: range)
        let marked = text(lower..<min(upper, window.upperBound), of: range)
        let after = text(min(upper, window.upperBound)..<window.upperBound, of: range)
        let open = window.lowerBound > line.lowerBound ? "…" : ""
        let close = window.upperBound < line.upperBound ? "…" : ""

        let indentation = String(repeating: " ", count: Visible.width(of: open + before))
        let tildes = String(repeating: "~", count: max(0, Visible.width(of: marked) - 1))
        return """
            \(number) | \(open)\(before)\(marked)\(after)\(close)
            \(gutter) | \(indentation)\(paint("^" + tildes, .green))

            """
    }

    /// Returns the visible part of a line: all of it, unless it is much longer than a terminal is
    /// wide.
    private func window(around offset: Int, in line: Range<Int>, of text: [UInt8]) -> Range<Int> {
        guard line.count > 160 else { return line }
        func boundary(_ offset: Int) -> Int {
            var offset = min(max(offset, line.lowerBound), line.upperBound)
            while offset > line.lowerBound, offset < line.upperBound, text[offset] & 0xC0 == 0x80 {
                offset -= 1
            }
            return offset
        }
        return boundary(offset - 60)..<max(offset, boundary(offset + 90))
    }

    private func text(_ bytes: Range<Int>, of range: SourceRange) -> String {
        Visible.text(String(decoding: sources[range.source].utf8[bytes], as: UTF8.self))
    }
}

extension TextDiagnosticFormatter {
    private enum Color: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"

        init(_ severity: Diagnostic.Severity) {
            self =
                switch severity {
                case .error: .red
                case .warning: .yellow
                case .note: .cyan
                }
        }
    }

    private func paint(_ text: String, _ color: Color) -> String {
        usesColor ? "\u{1B}[1;\(color.rawValue)m\(text)\u{1B}[0m" : text
    }
}
