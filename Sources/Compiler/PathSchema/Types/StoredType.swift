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

// MARK: - Scalars

/// A standard type that is stored as one value without children.
package enum Scalar: Equatable {
    case string, url, uuid, data
    case bool
    case integer(Integer)
    case double, float, decimal
    case date, serverTime

    /// An integer type, by the integers that are stored of it.
    package enum Integer: String, CaseIterable {
        case int = "Int"
        case int8 = "Int8"
        case int16 = "Int16"
        case int32 = "Int32"
        case int64 = "Int64"
        case uint = "UInt"
        case uint8 = "UInt8"
        case uint16 = "UInt16"
        case uint32 = "UInt32"
        case uint64 = "UInt64"

        package var range: ClosedRange<Int64> {
            switch self {
            case .int, .int64: .min ... .max
            case .int8: -0x80...0x7F
            case .int16: -0x8000...0x7FFF
            case .int32: -0x8000_0000...0x7FFF_FFFF
            case .uint, .uint64: 0 ... .max
            case .uint8: 0...0xFF
            case .uint16: 0...0xFFFF
            case .uint32: 0...0xFFFF_FFFF
            }
        }
    }

    package init?(typeName: some StringProtocol) {
        let name = typeName.split(separator: ".", maxSplits: 1)
        let isQualified = name.count == 2 && (name[0] == "Swift" || name[0] == "Foundation")
        let type = isQualified ? String(name[1]) : String(typeName)
        if let integer = Integer(rawValue: type) {
            self = .integer(integer)
        } else if let scalar = Self.names[type] {
            self = scalar
        } else {
            return nil
        }
    }

    private static let names: [String: Scalar] = [
        "String": .string, "URL": .url, "UUID": .uuid, "Data": .data, "Bool": .bool,
        "Double": .double, "Float64": .double, "TimeInterval": .double, "CGFloat": .double,
        "Float": .float, "Float32": .float, "Decimal": .decimal, "Date": .date,
        "ServerTime": .serverTime,
    ]

    /// The form in which rules check a value.
    package var form: Form {
        switch self {
        case .string, .url, .uuid, .data: .string
        case .bool: .bool
        case .integer: .integer
        case .double, .float, .decimal, .date, .serverTime: .number
        }
    }

    package enum Form { case string, bool, number, integer }
}
