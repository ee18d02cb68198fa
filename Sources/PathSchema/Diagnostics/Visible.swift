/// Text from an input, made fit for a terminal.
package enum Visible {
    /// The text with control characters replaced by their pictures, so that no input can move a
    /// cursor or break a line of a message, and with escapes for characters that can't be seen. A tab,
    /// whose width depends on where it is, becomes spaces.
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

    /// The text in single quotes, for use in a message; long text is cut.
    ///
    /// It is for a formatter to make the message fit for what it writes to.
    package static func quoted(_ text: some StringProtocol) -> String {
        let limit = 60
        let scalars = text.unicodeScalars
        guard scalars.prefix(limit + 1).count > limit else { return "'\(text)'" }
        return "'\(String(String.UnicodeScalarView(scalars.prefix(limit - 1))))…'"
    }

    /// Bytes of an input in single quotes; long text is cut.
    static func quoted(utf8 bytes: some Collection<UInt8>) -> String {
        quoted(String(decoding: bytes.prefix(250), as: UTF8.self))
    }

    /// Whether the text is printable ASCII, as most is.
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

    /// Whether a character would look like nothing, or like a space that it isn't. Joiners are part of
    /// what they join.
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
    /// How many cells of a terminal the text takes.
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

    /// Whether a scalar is wide or full-width by Unicode's annex 11, as most characters of East Asian
    /// scripts are.
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
