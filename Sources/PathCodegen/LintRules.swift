import PathSchema

/// The rules of `swift format lint` that names from a database can't always keep: `_2019_01` is no
/// lowerCamelCase, `été` is not ASCII. A file with such names says that it is exempt from these rules.
enum LintRules {
    static func violated(by schema: Schema) -> [String] {
        var isCamelCase = true
        var isASCII = true
        var checked = [Bool](repeating: false, count: schema.names.texts.count)
        for member in schema.types.lazy.flatMap(schema.members(of:)) {
            check(member.name)
            member.accessorName.map(check)
            for placeholder in schema.placeholders(of: member) {
                check(placeholder.parameter)
            }
        }
        func check(_ name: Name) {
            if checked[name.position] { return }
            checked[name.position] = true
            if schema.names.isCamelCase(name) { return }
            isCamelCase = isCamelCase && isLowerCamelCase(schema[name])
            isASCII = isASCII && schema[name].utf8.allSatisfy { $0 < 0x80 }
        }
        let typeNames =
            [schema.options.namespace ?? ""]
            + schema.types.lazy.filter { $0.kind != .model }.map { schema[$0.name] }
        let areTypesCapitalized = typeNames.allSatisfy(isCapitalized)
        return [
            isCamelCase ? nil : "AlwaysUseLowerCamelCase",
            isASCII ? nil : "IdentifiersMustBeASCII",
            areTypesCapitalized ? nil : "TypeNamesShouldBeCapitalized",
        ].compactMap { $0 }
    }

    /// One underscore is let pass, at the front.
    private static func isLowerCamelCase(_ name: String) -> Bool {
        !name.utf8.dropFirst().contains(UInt8(ascii: "_"))
            && !name.utf8.prefix(1).contains(where: \.isASCIIUppercase)
    }

    private static func isCapitalized(_ name: String) -> Bool {
        if name.utf8.first?.isASCIIUppercase == true { return true }
        guard let first = name.first(where: { $0 != "_" }) else { return true }
        return first.uppercased() == String(first)
    }
}
