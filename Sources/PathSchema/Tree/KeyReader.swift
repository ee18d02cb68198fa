/// Tells what keys are, and remembers it: in a large schema the same keys stand in many objects.
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

    private var kinds = NameMap<Kind?>(nil)
    private var placeholders: [Name: Known] = [:]

    mutating func kind(of key: Name, in names: NameTable) -> Kind {
        if let kind = kinds[key] { return kind }
        let kind = Self.kind(of: names[key])
        kinds[key] = kind
        return kind
    }

    private static func kind(of text: String) -> Kind {
        switch text.utf8.first {
        case UInt8(ascii: "$"): .directive
        case UInt8(ascii: "<"): .placeholder
        default: KeyRules.violation(in: text) == nil ? .child : .forbidden
        }
    }

    /// The placeholder that a key is; `nil` if it can't be read, which has been reported.
    mutating func placeholder(
        _ key: Name, at index: Int, of document: JSONDocument, types: inout TypeReader,
        reportingTo diagnostics: inout Diagnostics
    ) -> Placeholder? {
        let range = document.range(of: index)
        if let known = placeholders[key] {
            return Placeholder(
                name: Located(known.name, at: range),
                keyType: known.keyType.map {
                    Located($0, at: document.range(of: known.keyTypeBytes, in: index))
                })
        }
        let errors = diagnostics.count
        let placeholder = PlaceholderReader(document: document, key: index)
            .read(types.names[key], types: &types, reportingTo: &diagnostics)
        if let placeholder, diagnostics.count == errors {
            let bytes = placeholder.keyType.map {
                Int($0.range.lower - range.lower)..<Int($0.range.upper - range.lower)
            }
            placeholders[key] = Known(
                name: placeholder.name.value, keyType: placeholder.keyType?.value,
                keyTypeBytes: bytes ?? 0..<0)
        }
        return placeholder
    }
}
