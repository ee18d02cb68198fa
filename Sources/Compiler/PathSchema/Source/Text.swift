// ASCII in bytes and scalars. Ranges of characters would be more readable than numbers, but
// matching them is generic code, which is slow in the unoptimized build that the build plugin runs.

/// Matches a byte against an ASCII character, as in `case "{":`.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    UInt32(byte) == character.value
}

/// Matches a byte against a range of ASCII characters, as in `case "0"..."9":`.
func ~= (characters: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool {
    characters.lowerBound.value <= UInt32(byte) && UInt32(byte) <= characters.upperBound.value
}

extension UInt8 {
    var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}

extension Unicode.Scalar {
    package var isASCIIUppercase: Bool { value >= 0x41 && value <= 0x5A }
    package var isASCIILowercase: Bool { value >= 0x61 && value <= 0x7A }
    package var isASCIIDigit: Bool { value >= 0x30 && value <= 0x39 }

    package var isASCIILetterOrDigit: Bool {
        if value >= 0x61 { return value <= 0x7A }
        return value >= 0x41 ? value <= 0x5A : isASCIIDigit
    }

    /// The code point in hexadecimal digits, at least four.
    var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether a string literal can contain the character unescaped, in JSON and in Swift:
    /// printable ASCII except quotes and backslashes.
    package var isUnescapedASCII: Bool {
        let value = value
        return value >= 0x20 && value <= 0x7E && value != 0x22 && value != 0x5C
    }
}

extension String {
    /// Whether the text is ASCII. Only ASCII has as many bytes as UTF-16 code units, and the
    /// standard library knows both counts of an ASCII text without a scan.
    package var isASCII: Bool { utf8.count == utf16.count }
}

// MARK: - Equality by bytes

/// A text that is compared by its bytes, as a database compares its keys.
///
/// `String` considers `é` as one character equal to `e` with a combining accent.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.hasSameBytes(as: rhs.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hash(into: &hasher)
    }
}

extension String {
    /// Whether two texts have equal bytes. If one is ASCII, equality as `String` and equal lengths
    /// suffice.
    package func hasSameBytes(as other: String) -> Bool {
        guard self == other, utf8.count == other.utf8.count else { return false }
        return isASCII || utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    /// Whether both texts are `nil`, or have equal bytes.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.hasSameBytes(as: other)
        case (nil, nil): true
        default: false
        }
    }
}

// MARK: - Lists of texts

extension String {
    /// The nonempty components between slashes.
    package var pathComponents: [String] {
        // Splits by scalars: a combining accent after a slash would form one character with the
        // slash.
        unicodeScalars.split(separator: "/").map(String.init)
    }
}

extension [String] {
    /// Whether two elements are equal.
    var hasDuplicates: Bool {
        // For few elements, hashing is slower than comparing all pairs.
        guard count <= 8 else { return Set(self).count < count }
        for index in 0..<count {
            for other in 0..<index where self[index] == self[other] { return true }
        }
        return false
    }
}

extension String {
    /// Returns the name with the first number after it, from 2, that makes it free: `id2`.
    package func numbered(where isFree: (String) -> Bool) -> String {
        var number = 2
        while !isFree("\(self)\(number)") { number += 1 }
        return "\(self)\(number)"
    }
}

extension Set<String> {
    /// Creates a collection from the words of a text, so that a long table can be written as one
    /// literal.
    package init(words text: String) {
        self.init(text.words)
    }
}

extension String {
    /// The words, separated by spaces and line breaks.
    var words: [String] {
        let bytes = Array(utf8) + [UInt8(ascii: " ")]
        var words: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] <= 0x20 {
                if start < index {
                    words.append(String(decoding: bytes[start..<index], as: UTF8.self))
                }
                start = index + 1
            }
            index += 1
        }
        return words
    }
}
