import TypedPaths

/// The rules for a schema's keys: those of a database, and the syntax of directives and
/// placeholders.
package enum KeyRules {
    package static let maximumByteCount = KeyLimits.utf8Count
    package static let maximumDepth = KeyLimits.depth

    /// The kind of a schema's key.
    package enum Kind {
        /// A key in the database.
        case child
        case placeholder
        case directive
        /// A text that can't be a database key.
        case forbidden(Violation)
    }

    /// The reason why a key is rejected.
    package struct Violation {
        package let message: String
        /// The offending bytes, as offsets into the key.
        package let bytes: Range<Int>
        /// The rule that the key violates.
        package var advice = "a key can't contain / . # $ [ ] or control characters"
    }

    package static func kind(of key: String) -> Kind {
        for scalar in key.unicodeScalars {
            if scalar == "$" { return .directive }
            if scalar == "<" { return .placeholder }
            break
        }
        if let violation = violation(in: key) { return .forbidden(violation) }
        return .child
    }

    package static func violation(in key: String) -> Violation? {
        let byteCount = key.utf8.count
        guard byteCount > 0 else {
            return Violation(
                message: "the key is empty", bytes: 0..<0,
                advice: "a key needs at least one character")
        }
        guard byteCount <= maximumByteCount else {
            return Violation(
                message: "the key is too long: it has \(byteCount) bytes", bytes: 0..<byteCount,
                advice: "a key has at most \(maximumByteCount) bytes of UTF-8")
        }
        var offset = 0
        for scalar in key.unicodeScalars {
            if !scalar.isASCIILetterOrDigit, KeyLimits.forbids(scalar) {
                let character = Visible.quoted(String(scalar))
                var violation = Violation(
                    message: "a database key can't contain \(character)",
                    bytes: offset..<offset + 1)
                if scalar == "/" { violation.advice = adviceOnPaths }
                return violation
            }
            offset += scalar.isASCII ? 1 : UTF8.width(scalar)
        }
        return nil
    }

    private static let adviceOnPaths =
        "each key of a path has an object of its own, as in \"users\": { \"<userId>\": \"User\" }"
}
