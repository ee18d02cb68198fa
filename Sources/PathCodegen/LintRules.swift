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
            isCamelCase = isCamelCase && isLowerCamelCase(schema[name])
            isASCII = isASCII && schema[name].utf8.allSatisfy { $0 < 0x80 }
        }
        let areTypesCapitalized = schema.types.allSatisfy {
            $0.kind != .phantom || !isLowercase(schema[$0.name])
        }
        return [
            isCamelCase ? nil : "AlwaysUseLowerCamelCase",
            isASCII ? nil : "IdentifiersMustBeASCII",
            areTypesCapitalized ? nil : "TypeNamesShouldBeCapitalized",
        ].compactMap { $0 }
    }

    private static func isLowerCamelCase(_ name: String) -> Bool {
        let stem = name.utf8.drop { $0 == UInt8(ascii: "_") }
        guard let first = stem.first else { return false }
        return !stem.contains(UInt8(ascii: "_"))
            && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first)
    }

    private static func isLowercase(_ name: String) -> Bool {
        name.first { $0 != "_" }?.isLowercase ?? false
    }
}
