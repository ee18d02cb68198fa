import Foundation
import TypedPaths

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
/// The engine fills it in: the server's time, if it has a server. In the tree it is an integer,
/// milliseconds since 1970, regardless of ``TreeCoding/dates``. Other coders, such as
/// `JSONEncoder`, store it as an optional date.
///
/// A place without a value is read as ``pending``, so that it is filled in when the model is
/// written again. A `ServerTime?` is read as `nil`, and stays so.
public enum ServerTime: StoredTime, Hashable, Sendable {
    /// The time of the next write.
    case pending

    /// The time of a past write, or any other.
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
    /// Called by synthesized `init(from:)`. Decoders other than ``TreeDecoder`` would require the
    /// key.
    public func decode(_ type: ServerTime.Type, forKey key: Key) throws -> ServerTime {
        try decodeIfPresent(type, forKey: key) ?? .pending
    }
}
