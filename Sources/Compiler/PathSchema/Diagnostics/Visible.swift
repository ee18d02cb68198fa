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
