/// Text from an input, made fit for a terminal.
package enum Visible {
    /// The text with control characters replaced by their pictures, so that no input can move a
    /// cursor or break a line of a message. Tabs stay.
    package static func text(_ text: String) -> String {
        guard !isPlain(text), text.unicodeScalars.contains(where: needsPicture) else { return text }
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            visible.append(needsPicture(scalar) ? picture(of: scalar) : scalar)
        }
        return String(visible)
    }

    /// The text in single quotes, for use in a message; long text is cut.
    static func quoted(_ text: some StringProtocol) -> String {
        let limit = 60
        let start = text.prefix(limit)
        let shown = start.endIndex == text.endIndex ? String(text) : "\(start.prefix(limit - 1))…"
        return "'\(Visible.text(shown))'"
    }

    /// White space as wide as a character; a tab stays a tab.
    static func blank(for character: Character) -> String {
        character == "\t" ? "\t" : String(repeating: " ", count: width(of: character))
    }

    /// How many cells of a terminal the text takes.
    package static func width(of text: String) -> Int {
        isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
    }

    /// Whether the text is ASCII without control characters, as nearly all is.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
    }

    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.isASCII { return 1 }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }

    private static func needsPicture(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar != "\t"
        case .lineSeparator, .paragraphSeparator: true
        case .format: isDirectional(scalar)
        default: false
        }
    }

    /// Characters that reorder the text around them, and so can make a line look like another.
    private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
