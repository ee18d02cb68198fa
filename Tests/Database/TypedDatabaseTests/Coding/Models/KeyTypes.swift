import TypedPaths

@testable import TypedDatabase

struct UserID: RawRepresentable, PathKey, Hashable, Codable, ExpressibleByStringLiteral {
    let rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(stringLiteral text: String) {
        rawValue = text
    }

    static let unsaved = UserID(rawValue: "")
}

/// A key that isn't `Codable`.
struct MessageID: RawRepresentable, PathKey, Hashable, Codable {
    let rawValue: String

    static let unsaved = MessageID(rawValue: "")
}

enum Color: String, Codable, CaseIterable {
    case red, green, blue
}

enum Level: Int, Codable, CaseIterable {
    case low = -1
    case middle
    case high = 10
}

/// Neither a string nor an integer, but says which key it is.
struct Square: Hashable, Codable, CodingKeyRepresentable {
    var column: Int
    var row: Int

    init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    var codingKey: any CodingKey { TreeCodingKey(stringValue: "\(column)x\(row)") }

    init?(codingKey: some CodingKey) {
        let numbers = codingKey.stringValue.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        self.init(column: numbers[0], row: numbers[1])
    }
}
