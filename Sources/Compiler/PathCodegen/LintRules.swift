import PathSchema

/// The rules of `swift format lint` that names from a database can violate: `_2019_01` isn't
/// lowerCamelCase, `été` isn't ASCII. A file with such names disables these rules.
enum LintRules {
    /// - Parameter associatedTypes: the names of associated types, which are made of members'.
    static func violated(by schema: Schema, associatedTypes: [String] = []) -> [String] {
        var isCamelCase = true
        var isASCII = true
        func check(_ name: String) {
            if Namer.isLowerCamelCase(name) { return }
            isCamelCase = isCamelCase && isLowerCamelCase(name)
            isASCII = isASCII && name.isASCII
        }
        for type in schema.types {
            for index in 0..<type.members.count {
                let member = type.members[index]
                check(member.name)
                if let accessor = member.accessorName { check(accessor) }
                for former in member.formerKeys {
                    if let name = former.name { check(name) }
                    if let accessor = former.accessorName { check(accessor) }
                }
                for index in 0..<member.placeholders.count {
                    check(member.placeholders[index].parameter)
                }
            }
        }
        let areTypesCapitalized =
            isCapitalized(schema.options.namespace ?? "")
            && associatedTypes.allSatisfy(isCapitalized)
            && schema.types.allSatisfy { $0.kind == .model || isCapitalized($0.name) }
        return [
            isCamelCase ? nil : "AlwaysUseLowerCamelCase",
            isASCII ? nil : "IdentifiersMustBeASCII",
            areTypesCapitalized ? nil : "TypeNamesShouldBeCapitalized",
        ].compactMap { $0 }
    }

    /// Whether a name is lowerCamelCase, with at most one leading underscore.
    private static func isLowerCamelCase(_ name: String) -> Bool {
        !name.unicodeScalars.dropFirst().contains("_")
            && name.unicodeScalars.first?.isASCIIUppercase != true
    }

    private static func isCapitalized(_ name: String) -> Bool {
        guard let first = name.first(where: { $0 != "_" }) else { return true }
        return first.uppercased() == String(first)
    }
}
