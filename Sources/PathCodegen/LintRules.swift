import PathSchema

/// The rules of `swift format lint` that names from a database can't always keep: `_2019_01` is no
/// lowerCamelCase, `été` is not ASCII. A file with such names says that it is exempt from these rules.
enum LintRules {
    static func violated(by schema: Schema) -> [String] {
        var isCamelCase = true
        var isASCII = true
        for name in schema.types.lazy.flatMap(\.members).flatMap(names) {
            isCamelCase = isCamelCase && isLowerCamelCase(name)
            isASCII = isASCII && name.utf8.allSatisfy { $0 < 0x80 }
        }
        let types = schema.types.lazy.filter { $0.kind != .model }.map(\.name)
        let namespace = schema.options.namespace ?? ""
        let areTypesCapitalized = isCapitalized(namespace) && types.allSatisfy(isCapitalized)
        return [
            isCamelCase ? nil : "AlwaysUseLowerCamelCase",
            isASCII ? nil : "IdentifiersMustBeASCII",
            areTypesCapitalized ? nil : "TypeNamesShouldBeCapitalized",
        ].compactMap { $0 }
    }

    private static func names(of member: Member) -> [String] {
        [member.name] + (member.accessorName.map { [$0] } ?? [])
            + member.placeholders.map(\.parameter)
    }

    /// One underscore is let pass, at the front.
    private static func isLowerCamelCase(_ name: String) -> Bool {
        !name.utf8.dropFirst().contains(UInt8(ascii: "_"))
            && !name.utf8.prefix(1).contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }

    private static func isCapitalized(_ name: String) -> Bool {
        guard let first = name.first(where: { $0 != "_" }) else { return true }
        return first.uppercased() == String(first)
    }
}
