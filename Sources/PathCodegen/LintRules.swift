import PathSchema

/// The rules of `swift format lint` that names from a database can't always keep: `_2019_01` is no
/// lowerCamelCase, `été` is not ASCII. A file with such names says that it is exempt from these rules.
enum LintRules {
    static func violated(by schema: Schema) -> [String] {
        var isCamelCase = true
        var isASCII = true
        var areTypesCapitalized = true
        for type in schema.types {
            if type.kind == .phantom, isLowercase(type.name) {
                areTypesCapitalized = false
            }
            for name in type.members.lazy.flatMap(names) {
                isCamelCase = isCamelCase && isLowerCamelCase(name)
                isASCII = isASCII && name.utf8.allSatisfy { $0 < 0x80 }
            }
        }
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
