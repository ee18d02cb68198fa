import Foundation

/// A time that the database fills in when it is written.
///
/// ```swift
/// struct Message: Codable {
///     var text: String
///     var sentAt = ServerTime.pending
/// }
///
/// try await database.value(at: path)?.sentAt.date         // Date?
/// ```
///
/// It is the engine's own time: the server's, if there is one. In the tree it is an integer,
/// milliseconds since 1970, whatever ``TreeCoding/dates`` says. To other coders, such as
/// `JSONEncoder`, it is an optional date.
///
/// Where there is no time in the tree, it is read as ``pending``, and so it is filled in when the model
/// is written again. A `ServerTime?` is `nil` then, and stays so.
public enum ServerTime: Hashable, Sendable {
    /// The time of the write to come.
    case pending

    /// The time of a write that was made, or any other.
    case date(Date)

    /// The time; `nil` while it is pending.
    public var date: Date? {
        switch self {
        case .pending: nil
        case .date(let date): date
        }
    }
}

extension ServerTime: Codable {
    public func encode(to encoder: any Encoder) throws {
        guard let node = encoder as? EncodingNode else { return try date.encode(to: encoder) }
        switch self {
        case .pending: node.setServerTime()
        case .date(let date): node.set(try node.milliseconds(of: date))
        }
    }

    public init(from decoder: any Decoder) throws {
        let date =
            if let node = decoder as? DecodingNode {
                try node.value.map { try node.date(milliseconds: $0) }
            } else {
                try Date?(from: decoder)
            }
        self = date.map(Self.date) ?? .pending
    }
}

extension KeyedDecodingContainer {
    /// Called by synthesized `init(from:)`. Other decoders than ``TreeDecoder`` would require the key.
    public func decode(_ type: ServerTime.Type, forKey key: Key) throws -> ServerTime {
        try decodeIfPresent(type, forKey: key) ?? .pending
    }
}
