/// A JSON value with its contents in document order, each with its source range.
package struct JSONNode {
    package enum Value {
        case object([JSONMember])
        case array([JSONNode])
        case string(JSONString)
        case number, boolean, null
        /// A value that couldn't be read, which has been reported.
        case invalid
    }

    package let value: Value

    /// The bytes of the value; for a string, the bytes between its quotes.
    package let bytes: SourceRange

    /// Whether a part of the value, or the text after it, couldn't be read, so that nothing counts
    /// as missing.
    package var isIncomplete = false
}

/// A key of an object with its value.
package struct JSONMember {
    package let key: JSONString
    package let value: JSONNode
    /// Whether an earlier member has the same key, which has been reported.
    package var isDuplicate = false
}

/// A JSON string.
package struct JSONString {
    package let text: String

    /// The bytes between the quotes.
    package let bytes: SourceRange

    /// Whether escape sequences make the text differ from its bytes in the source.
    package let hasEscapes: Bool

    /// The range that a diagnostic underlines: the text, or both quotes if the text is empty.
    package var range: SourceRange {
        guard bytes.lower == bytes.upper else { return bytes }
        return SourceRange(
            source: bytes.source, lower: bytes.lower - 1, upper: bytes.upper + 1)
    }

    /// Returns the range of a part of the text; of all of it, if escapes make the offsets differ.
    package func range(of part: Range<Int>) -> SourceRange {
        hasEscapes || text.isEmpty
            ? range : bytes.slice(from: part.lowerBound, count: part.count)
    }
}

extension JSONNode {
    /// The range that a diagnostic underlines: the opening bracket of a container, or the whole value.
    package var range: SourceRange {
        switch value {
        case .object, .array: bytes.slice(from: 0, count: 1)
        case .string(let string): string.range
        case .number, .boolean, .null, .invalid: bytes
        }
    }

    /// Whether the value is `false`.
    var isFalse: Bool {
        if case .boolean = value { bytes.upper - bytes.lower == 5 } else { false }
    }

    /// The kind of value, for a message.
    package var description: String {
        switch value {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a boolean"
        case .null: "null"
        case .invalid: "nothing"
        }
    }
}

// MARK: - Writing

/// Writes JSON.
package enum JSONText {
    /// Returns the text as a JSON string, quotes included (RFC 8259, section 7).
    package static func quoted(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(\.isUnescapedASCII) else { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                quoted += "\\u" + scalar.hexadecimal
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
