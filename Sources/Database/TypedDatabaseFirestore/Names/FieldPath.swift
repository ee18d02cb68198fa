import TypedDatabase

/// The path of a field within its document, as masks, transforms and orders have it.
enum FieldPath {
    /// The name of a document itself, as a field.
    static let name = "__name__"

    /// Returns the path of the field with these keys: `` a.`b c` ``.
    static func text(_ field: TreePlace) -> String {
        field.keys.map { quoted($0.text) }.joined(separator: ".")
    }

    private static func quoted(_ name: String) -> String {
        if isSimple(name) { return name }
        var quoted = "`"
        for scalar in name.unicodeScalars {
            if scalar == "`" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        quoted.unicodeScalars.append("`")
        return quoted
    }

    private static func isSimple(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
