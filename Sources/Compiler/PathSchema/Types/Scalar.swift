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
