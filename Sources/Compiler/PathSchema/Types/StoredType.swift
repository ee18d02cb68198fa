/// A Swift type, as far as its stored form is known.
package indirect enum StoredType: Equatable {
    case scalar(Scalar)
    case array(StoredType)
    case set(StoredType)
    case dictionary(key: KeyType, StoredType)
    /// One of the app's types.
    case unknown(String)

    /// - Parameter text: the type as Swift spells it. An optional is stored as its wrapped type.
    package init(_ text: some StringProtocol) {
        var text = Substring(text)
        while text.last == "?" { text.removeLast() }
        if text.first == "[", text.last == "]" {
            let contents = text.dropFirst().dropLast()
            if let colon = Self.colon(in: contents) {
                self = .dictionary(
                    key: KeyType(contents[..<colon]),
                    StoredType(contents[contents.index(colon, offsetBy: 2)...]))
            } else {
                self = .array(StoredType(contents))
            }
        } else if text.hasPrefix("Set<"), text.last == ">" {
            self = .set(StoredType(text.dropFirst(4).dropLast()))
        } else {
            self = Scalar(typeName: text).map(Self.scalar) ?? .unknown(String(text))
        }
    }

    /// Returns the position of the colon in the contents of a dictionary type, outside of brackets.
    package static func colon(in type: Substring) -> Substring.Index? {
        var depth = 0
        for index in type.indices {
            switch type[index] {
            case "[", "<": depth += 1
            case "]", ">": depth -= 1
            case ":" where depth == 0: return index
            default: break
            }
        }
        return nil
    }

    package var isScalar: Bool {
        if case .scalar = self { true } else { false }
    }
}

/// The type of keys, as far as it is known which texts are keys.
package enum KeyType: Equatable {
    case text
    case integer(ClosedRange<Int64>)
    case uuid
    /// One of the app's types.
    case unknown(String)

    package init(_ type: some StringProtocol) {
        switch Scalar(typeName: type) {
        case .string: self = .text
        case .integer(let integer): self = .integer(integer.range)
        case .uuid: self = .uuid
        default: self = type == "Substring" ? .text : .unknown(String(type))
        }
    }
}
