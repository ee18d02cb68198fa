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
            guard let typed = ForeignKey(typeBesideName: name) else {
                return Placeholder(name: String(name))
            }
            diagnostics.error(
                "the type of a key comes after its name and a colon", at: key.range,
                advice: "write \"\(typed.placeholder)\"")
            return nil
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
        let advice =
            ForeignKey(openPlaceholder: key.text).map { "write \"\($0.placeholder)\"" }
            ?? Self.form
        diagnostics.error(
            "expected '>' at the end of the placeholder", at: key.range, advice: advice)
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
