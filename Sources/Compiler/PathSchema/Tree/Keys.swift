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

// MARK: - Placeholders

/// A wildcard key: `<messageId>`, or with a key type `<messageId: MessageID>`.
struct Placeholder {
    /// The text before the key type.
    let name: String
    /// The type that accessors take instead of `String`.
    var keyType: Located<TypeReference>?
}

/// Reads a placeholder: `<name>` or `<name: KeyType>`.
struct PlaceholderReader {
    /// The placeholder's key.
    let key: JSONString

    /// - Returns: `nil` if the placeholder is invalid, which has been reported.
    func read(reportingTo diagnostics: inout Diagnostics) -> Placeholder? {
        if let name = simpleName { return Placeholder(name: name) }
        guard key.text.utf8.last == UInt8(ascii: ">") else {
            reportNoEnd(to: &diagnostics)
            return nil
        }
        // Trims by scalars: a combining accent after a colon would form one character with the
        // colon.
        let contents = key.text.unicodeScalars.dropFirst().dropLast()
        let colon = contents.firstIndex(of: ":")
        let name = Substring(contents[..<(colon ?? contents.endIndex)]).trimmingSpaces
        guard !name.isEmpty else {
            diagnostics.error("the placeholder has no name", at: key.range, advice: Self.form)
            return nil
        }
        guard name.unicodeScalars.allSatisfy(Self.canBeInName) else {
            diagnostics.error(
                "\(Visible.quoted(name)) can't be the name of a placeholder",
                at: key.range(of: bytes(of: name)), advice: Self.form)
            return nil
        }
        guard let colon else {
            let words = name.split(separator: " ")
            if words.count == 2, words.contains(where: { $0.first?.isUppercase == true }) {
                diagnostics.error(
                    "the type of a key comes after its name and a colon", at: key.range,
                    advice: Self.form)
                return nil
            }
            return Placeholder(name: String(name))
        }
        let type = Substring(contents[contents.index(after: colon)...]).trimmingSpaces
        return readKeyType(type, reportingTo: &diagnostics)
            .map { Placeholder(name: String(name), keyType: $0) }
    }

    private func reportNoEnd(to diagnostics: inout Diagnostics) {
        if key.text.hasSuffix(">?") {
            diagnostics.error(
                "a placeholder has no question mark for a value that may be missing", at: key.range,
                advice: "any element may be missing; an optional value has an optional type, "
                    + "as in \"\(key.text.dropLast())\": \"String?\"")
            return
        }
        diagnostics.error(
            "expected '>' at the end of the placeholder", at: key.range, advice: Self.form)
    }

    /// The name between the angle brackets if it consists of letters and digits only, as nearly all
    /// names do.
    private var simpleName: String? {
        let utf8 = key.text.utf8
        guard utf8.count > 2 else { return nil }
        let end = utf8.index(before: utf8.endIndex)
        guard utf8[end] == UInt8(ascii: ">") else { return nil }
        let name = String(key.text[utf8.index(after: utf8.startIndex)..<end])
        for scalar in name.unicodeScalars where !scalar.isASCIILetterOrDigit { return nil }
        return name
    }

    private func readKeyType(
        _ type: Substring, reportingTo diagnostics: inout Diagnostics
    ) -> Located<TypeReference>? {
        let bytes = bytes(of: type)
        do {
            let reference = try TypeReferenceParser.parse(String(type))
            if reference.text.hasPrefix("[") || reference.text.hasSuffix("?") {
                diagnostics.error(
                    "\(Visible.quoted(type)) can't be the type of a key",
                    at: key.range(of: bytes),
                    advice: "a key type is one of yours that conforms to PathKey")
            }
            return Located(reference, at: key.range(of: bytes))
        } catch {
            let offending = error.bytes.map {
                bytes.lowerBound + $0.lowerBound..<bytes.lowerBound + $0.upperBound
            }
            error.report(
                String(type), at: key.range(of: offending ?? bytes), of: key.range(of: bytes),
                as: "a key type is one of yours that conforms to PathKey, as in \"MessageID\"",
                to: &diagnostics)
            return nil
        }
    }

    private static let form =
        "what stands for any key is written \"<userId>\", or \"<userId: UserID>\" with a key type"

    private static func canBeInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": false
        default: true
        }
    }

    /// Returns the offsets of a part of the key's text.
    private func bytes(of part: Substring) -> Range<Int> {
        let lower = key.text.utf8.distance(from: key.text.startIndex, to: part.startIndex)
        return lower..<lower + part.utf8.count
    }
}

// MARK: - Former keys

/// The keys that a node had in earlier versions of the schema, as `$was` lists them.
struct FormerKeys: Sendable {
    var keys: [Located<String>] = []

    /// Returns the union of these keys and another file's.
    func merged(with other: FormerKeys) -> FormerKeys {
        var merged = self
        for key in other.keys where !keys.contains(where: { $0.value.hasSameBytes(as: key.value) })
        {
            merged.keys.append(key)
        }
        return merged
    }
}

/// Reads the value of `$was`: `"colour"`, or `["colour", "tint"]`.
enum FormerKeysReader {
    /// - Returns: `nil` if there can be no former keys, which has been reported.
    static func read(
        _ member: JSONMember, at place: NodePlace.Kind, reportingTo diagnostics: inout Diagnostics
    ) -> FormerKeys? {
        guard place == .child else {
            let subject = place == .root ? "the root" : "a collection's element"
            diagnostics.error(
                "\"$was\" is not allowed on \(subject), which has no key", at: member.key.range,
                advice: "write it inside the child whose key has changed")
            return nil
        }
        let values: [JSONNode]
        switch member.value.value {
        case .array(let elements): values = elements
        default: values = [member.value]
        }
        if values.isEmpty, !member.value.isIncomplete {
            diagnostics.error("this list is empty", at: member.value.bytes, advice: example)
        }
        var former = FormerKeys()
        for value in values {
            read(value, into: &former, reportingTo: &diagnostics)
        }
        return former
    }

    private static let example = "as in \"colour\", or [\"colour\", \"tint\"]"

    private static func read(
        _ value: JSONNode, into former: inout FormerKeys, reportingTo diagnostics: inout Diagnostics
    ) {
        guard case .string(let string) = value.value else {
            return value.reportUnexpected(
                expected: "an earlier key for \"$was\"", advice: example, to: &diagnostics)
        }
        if let first = former.keys.first(where: { $0.value.hasSameBytes(as: string.text) }) {
            diagnostics.error(
                "\(Visible.quoted(string.text)) is already in this list", at: string.range,
                and: "it is first here", at: first.range)
        } else if case .child = KeyRules.kind(of: string.text) {
            former.keys.append(Located(string.text, at: string.range))
        } else {
            diagnostics.error(
                "\(Visible.quoted(string.text)) is not the key of a child", at: string.range,
                advice: example)
        }
    }
}

// MARK: - Suggestions

/// "Did you mean …?": finds the closest of a few words.
package enum Suggestion {
    /// - Returns: `nil` if no candidate is close enough to be what was probably meant.
    package static func closest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= 40 else { return nil }
        let letters = Array(word.lowercased())
        let limit = max(1, min(letters.count, 12) / 3)
        return
            candidates
            .map { (candidate: $0, distance: distance(letters, Array($0.lowercased()))) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?
            .candidate
    }

    /// Returns advice on an unknown word: the closest candidate, or all candidates.
    static func advice(on word: String, among candidates: [String], called kind: String) -> String {
        closest(to: word, among: candidates).map { "did you mean \"\($0)\"?" }
            ?? "the \(kind) are \(candidates.joined(separator: ", "))"
    }

    /// Returns the number of characters to insert, delete, replace, or swap with a neighbor: the
    /// Damerau-Levenshtein distance, in which no character moves twice.
    private static func distance(_ lhs: [Character], _ rhs: [Character]) -> Int {
        var rows = [Array(0...rhs.count)]
        for row in lhs.indices {
            var current = [row + 1]
            for column in rhs.indices {
                let replaced = rows[row][column] + (lhs[row] == rhs[column] ? 0 : 1)
                var best = min(replaced, rows[row][column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                current.append(best)
            }
            rows.append(current)
        }
        return rows[lhs.count][rhs.count]
    }
}
