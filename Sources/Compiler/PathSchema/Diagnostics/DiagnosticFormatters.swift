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

// MARK: - JSON

/// Formats diagnostics for other tools, as one JSON object per line.
///
/// ```json
/// {"severity":"error","message":"…","file":"chat.json","line":5,"column":23,"endLine":5,"endColumn":32,"notes":[…]}
/// ```
///
/// Lines and columns count from 1, columns in bytes of UTF-8; the end is after the last byte. A
/// note has a `message`, and the same place members if it has a place of its own.
package struct JSONDiagnosticFormatter {
    private let sources: [SourceText]
    private let lines: [SourceLines]

    package init(sources: [SourceText]) {
        self.sources = sources
        self.lines = sources.map(SourceLines.init)
    }

    /// Formats a diagnostic as one line, with its line break.
    package func format(_ diagnostic: Diagnostic) -> String {
        let notes = diagnostic.notes.map { note in
            "{" + members(message: note.message, range: note.range).joined(separator: ",") + "}"
        }
        let all =
            ["\"severity\":\(JSONText.quoted(diagnostic.severity.rawValue))"]
            + members(message: diagnostic.message, range: diagnostic.range)
            + ["\"notes\":[\(notes.joined(separator: ","))]"]
        return "{\(all.joined(separator: ","))}\n"
    }

    /// Formats a diagnostic without a place in a schema as one line: an unreadable file, or an
    /// invalid command line.
    package static func format(
        severity: String, message: String, file: String?,
        at position: (line: Int, column: Int)? = nil
    ) -> String {
        var file = file.map { ",\"file\":\(JSONText.quoted($0))" } ?? ""
        if let position { file += ",\"line\":\(position.line),\"column\":\(position.column)" }
        return "{\"severity\":\(JSONText.quoted(severity)),"
            + "\"message\":\(JSONText.quoted(message))\(file),\"notes\":[]}\n"
    }

    private func members(message: String, range: SourceRange?) -> [String] {
        var members = ["\"message\":\(JSONText.quoted(message))"]
        if let range {
            let lines = lines[range.source]
            let start = lines.position(of: range.lower)
            let end = lines.position(of: range.upper)
            members += [
                "\"file\":\(JSONText.quoted(sources[range.source].name))",
                "\"line\":\(start.line)", "\"column\":\(start.column)",
                "\"endLine\":\(end.line)", "\"endColumn\":\(end.column)",
            ]
        }
        return members
    }
}

// MARK: - Texts in messages

/// Escapes text from an input for display on a terminal.
package enum Visible {
    /// Returns the text with control characters replaced by their Unicode pictures and invisible
    /// characters escaped, so that no input can move the cursor or break a line of a message. A tab
    /// becomes spaces.
    package static func text(_ text: String) -> String {
        guard !isPrintableASCII(text),
            text.unicodeScalars.contains(where: { needsPicture($0) || needsEscape($0) })
        else { return text }
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                visible.append(contentsOf: "    ".unicodeScalars)
            } else if needsEscape(scalar) {
                visible.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
            } else {
                visible.append(needsPicture(scalar) ? picture(of: scalar) : scalar)
            }
        }
        return String(visible)
    }

    /// Returns the text in single quotes for use in a message, truncated if it is long.
    ///
    /// Formatters do the escaping.
    package static func quoted(_ text: some StringProtocol) -> String {
        let limit = 60
        let scalars = text.unicodeScalars
        guard scalars.prefix(limit + 1).count > limit else { return "'\(text)'" }
        return "'\(String(String.UnicodeScalarView(scalars.prefix(limit - 1))))…'"
    }

    /// Returns bytes of an input as text in single quotes, truncated if it is long.
    static func quoted(utf8 bytes: some Collection<UInt8>) -> String {
        quoted(String(decoding: bytes.prefix(250), as: UTF8.self))
    }

    /// Whether the text is printable ASCII, as most texts are.
    private static func isPrintableASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
    }

    private static func needsPicture(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether a character is invisible or looks like a space. Joiners count as part of the
    /// characters that they join.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII || InvisibleCharacter.isJoiner(scalar) { return false }
        return InvisibleCharacter.isInvisible(scalar)
            || scalar.properties.generalCategory == .spaceSeparator && scalar != "\u{3000}"
    }

    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}

// MARK: - Widths

extension Visible {
    /// Returns the number of terminal cells that the text occupies.
    package static func width(of text: String) -> Int {
        isPrintableASCII(text) ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let scalar = scalars.first else { return 0 }
        if scalar.isASCII { return 1 }
        if scalar.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// Whether a scalar is wide or full-width by Unicode Standard Annex #11, as most characters of
    /// East Asian scripts are.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18AFF,
            0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

/// Characters that are invisible or that reorder the surrounding text, so that a text with one of
/// them looks like another.
enum InvisibleCharacter {
    /// Returns the first such character of a text, and its bytes as offsets into the text.
    ///
    /// - Parameter allowsJoiners: whether to accept U+200C and U+200D, which many scripts and emoji
    ///   need.
    static func first(
        in text: String, allowsJoiners: Bool = false
    ) -> (scalar: Unicode.Scalar, bytes: Range<Int>)? {
        var offset = 0
        for scalar in text.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            if isInvisible(scalar), !(allowsJoiners && isJoiner(scalar)) {
                return (scalar, offset..<end)
            }
            offset = end
        }
        return nil
    }

    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xAD: false
        case 0xAD, 0x61C, 0x115F, 0x1160, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
            0x3164, 0xFEFF, 0xFFA0:
            true
        default: false
        }
    }

    static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200C}" || scalar == "\u{200D}"
    }

    /// Returns the scalar's code point for looking it up, as in `U+200B`.
    static func name(of scalar: Unicode.Scalar) -> String {
        "U+" + scalar.hexadecimal
    }
}
