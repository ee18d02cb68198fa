/// Tells what keys are, and remembers the placeholders among them: in a large schema the same stand in
/// many objects.
struct KeyReader {
    enum Kind: UInt8 {
        /// A key of the database.
        case child
        /// What would be one, but for what `KeyRules` says.
        case forbidden
        case placeholder
        case directive
    }

    /// A placeholder that was read, wherever it stands.
    private struct Known {
        let name: Name
        let keyType: Name?
        /// Where the key type is, in bytes from the key's first.
        let keyTypeBytes: Range<Int>
    }

    private var placeholders: [Name: Known] = [:]

    static func kind(of key: Name, in names: NameTable) -> Kind {
        switch names.firstByte(of: key) {
        case UInt8(ascii: "$"): .directive
        case UInt8(ascii: "<"): .placeholder
        default: KeyRules.allow(key, in: names) ? .child : .forbidden
        }
    }

    /// The placeholder that a key is; `nil` if it can't be read, which has been reported.
    mutating func placeholder(
        _ key: Name, at index: Int, of document: JSONDocument, types: inout TypeReader,
        reportingTo diagnostics: inout Diagnostics
    ) -> Placeholder? {
        if let name = Self.plainName(in: key, &types.names) {
            return Placeholder(name: name, keyType: nil)
        }
        if let known = placeholders[key] {
            return Placeholder(
                name: known.name,
                keyType: known.keyType.map {
                    Located($0, at: document.range(of: known.keyTypeBytes, in: index))
                })
        }
        let errors = diagnostics.count
        let placeholder = PlaceholderReader(document: document, key: index)
            .read(types.names[key], types: &types, reportingTo: &diagnostics)
        if let placeholder, diagnostics.count == errors {
            let start = document.range(of: index).lower
            let bytes = placeholder.keyType.map {
                Int($0.range.lower - start)..<Int($0.range.upper - start)
            }
            placeholders[key] = Known(
                name: placeholder.name, keyType: placeholder.keyType?.value,
                keyTypeBytes: bytes ?? 0..<0)
        }
        return placeholder
    }

    /// The name in a placeholder that is nothing else, as nearly all are.
    private static func plainName(in key: Name, _ names: inout NameTable) -> Name? {
        let count = names.byteCount(of: key)
        let isPlain = names.withUTF8(of: key) { key in
            count > 2 && key[count - 1] == UInt8(ascii: ">")
                && key[1..<count - 1].allSatisfy(\.isASCIILetterOrDigit)
        }
        return isPlain ? names.name(ofBytes: 1..<count - 1, of: key) : nil
    }
}
