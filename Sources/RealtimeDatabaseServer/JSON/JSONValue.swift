import TypedDatabase

/// A JSON text as it was sent: with nulls, arrays, and keys that are no keys of a database.
enum JSONValue: Sendable {
    case null

    /// A bool, a number or a string.
    case scalar(TreeValue)
    case array([JSONValue])
    case object([Member])

    struct Member: Sendable {
        let key: String

        /// Where the key begins, for errors about it: line and column, from 1.
        let position: JSONPosition
        let value: JSONValue
    }

    /// The last member with a key.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    var text: String? {
        if case .scalar(.string(let text)) = self { text } else { nil }
    }
}

struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    let line: Int
    let column: Int

    var description: String { "\(line):\(column)" }
}

/// A text that isn't JSON, and where.
struct JSONError: Error {
    let position: JSONPosition
    let reason: String
}
