/// What stands for any key: `<messageId>`, or with a key type `<messageId: MessageID>`.
struct Placeholder {
    /// The text before the key type.
    let name: Name
    /// The type that accessors take instead of `String`.
    let keyType: Located<Name>?
}

/// Reads a placeholder: `<name>` or `<name: KeyType>`.
struct PlaceholderReader {
    let document: JSONDocument
    /// The key that it is.
    let key: Int

    func read(
        _ text: String, types: inout TypeReader, reportingTo diagnostics: inout Diagnostics
    ) -> Placeholder? {
        let range = document.range(of: key)
        guard text.utf8.last == UInt8(ascii: ">") else {
            diagnostics.error(
                "expected '>' at the end of the placeholder", at: range, advice: Self.form)
            return nil
        }
        // By scalars: behind a colon, an accent would be one character with it.
        let contents = text.unicodeScalars.dropFirst().dropLast()
        let colon = contents.firstIndex(of: ":")
        let name = Substring(contents[..<(colon ?? contents.endIndex)]).trimmingSpaces()
        guard !name.isEmpty else {
            diagnostics.error("the placeholder has no name", at: range, advice: Self.form)
            return nil
        }
        guard name.unicodeScalars.allSatisfy(Self.canBeInName) else {
            diagnostics.error(
                "\(Visible.quoted(name)) can't be the name of a placeholder",
                at: document.range(of: bytes(of: name, in: text), in: key), advice: Self.form)
            return nil
        }
        let placeholder = types.names.name(of: String(name))
        guard let colon else { return Placeholder(name: placeholder, keyType: nil) }
        let written = Substring(contents[contents.index(after: colon)...])
        return readKeyType(
            written.trimmingSpaces(), in: text, types: &types, reportingTo: &diagnostics
        )
        .map { Placeholder(name: placeholder, keyType: $0) }
    }

    private func readKeyType(
        _ type: Substring, in text: String, types: inout TypeReader,
        reportingTo diagnostics: inout Diagnostics
    ) -> Located<Name>? {
        let bytes = bytes(of: type, in: text)
        let range = document.range(of: bytes, in: key)
        do {
            let reference = try TypeReferenceParser.parse(String(type))
            if reference.text.hasPrefix("[") || reference.text.hasSuffix("?") {
                diagnostics.error(
                    "\(Visible.quoted(type)) can't be the type of a key", at: range,
                    advice: "a key type is one of yours that conforms to PathKey")
            }
            return Located(types.name(of: reference), at: range)
        } catch {
            let offending = error.bytes.map {
                bytes.lowerBound + $0.lowerBound..<bytes.lowerBound + $0.upperBound
            }
            error.report(
                String(type), at: document.range(of: offending ?? bytes, in: key),
                as: "a key type is one of yours that conforms to PathKey, as in \"MessageID\"",
                to: &diagnostics)
            return nil
        }
    }

    private static let form =
        "a placeholder is written \"<userId>\", or \"<userId: UserID>\" with a key type"

    private static func canBeInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": false
        default: true
        }
    }

    private func bytes(of part: Substring, in text: String) -> Range<Int> {
        let lower = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        return lower..<lower + part.utf8.count
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
        var trimmed = drop { $0 == " " }
        while trimmed.last == " " { trimmed.removeLast() }
        return trimmed
    }
}
