import PathSchema

/// The rules of `swift format lint` that names from a database can't always keep: `_2019_01` is no
/// lowerCamelCase, `été` is not ASCII. A file with such names says that it is exempt from these rules.
enum LintRules {
    /// - Parameter texts: those of the schema.
    static func violated(by schema: Schema, _ texts: NameTexts) -> [String] {
        var isCamelCase = true
        var isASCII = true
        func check(_ name: Name) {
            if schema.names.isCamelCase(name) { return }
            isCamelCase = isCamelCase && isLowerCamelCase(texts[name])
            isASCII = isASCII && texts[name].allSatisfy { $0 < 0x80 }
        }
        for member in schema.members {
            check(member.name)
            member.accessorName.map(check)
        }
        for placeholder in schema.placeholders {
            check(placeholder.parameter)
        }
        let areTypesCapitalized =
            isCapitalized(schema.options.namespace ?? "")
            && schema.types.allSatisfy {
                $0.kind == .model || beginsWithCapital(texts[$0.name])
                    || isCapitalized(schema[$0.name])
            }
        return [
            isCamelCase ? nil : "AlwaysUseLowerCamelCase",
            isASCII ? nil : "IdentifiersMustBeASCII",
            areTypesCapitalized ? nil : "TypeNamesShouldBeCapitalized",
        ].compactMap { $0 }
    }

    /// One underscore is let pass, at the front.
    private static func isLowerCamelCase(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        !name.dropFirst().contains(UInt8(ascii: "_")) && !isASCIIUppercase(name.first)
    }

    private static func isASCIIUppercase(_ byte: UInt8?) -> Bool {
        byte?.isASCIIUppercase ?? false
    }

    /// Whether a name begins with a capital of ASCII that nothing is combined with, as nearly all do.
    private static func beginsWithCapital(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        isASCIIUppercase(name.first) && name.prefix(2).allSatisfy { $0 < 0x80 }
    }

    private static func isCapitalized(_ name: String) -> Bool {
        guard let first = name.first(where: { $0 != "_" }) else { return true }
        return first.uppercased() == String(first)
    }
}
