/// JSON that keeps its order, since a schema's order shows in its code.
indirect enum RandomJSON {
    case string(String)
    case object([(key: String, value: RandomJSON)])

    var text: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .object(let members):
            "{"
                + members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ",")
                + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
