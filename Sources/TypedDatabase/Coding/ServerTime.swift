import Foundation

/// A date that the database fills in when the model is written, if it is `nil`.
///
/// ```swift
/// struct Message: Codable {
///     var text: String
///     @ServerTime var sentAt: Date?
/// }
/// ```
///
/// It is the engine's own time: the server's, if there is one. In the tree it is an integer,
/// milliseconds since 1970, whatever ``TreeCoding/dates`` says. To other coders, such as
/// `JSONEncoder`, it is an optional date.
@propertyWrapper
public struct ServerTime: Hashable, Sendable {
    public var wrappedValue: Date?

    public init(wrappedValue: Date?) {
        self.wrappedValue = wrappedValue
    }
}

extension ServerTime: Codable {
    public func encode(to encoder: any Encoder) throws {
        if let node = encoder as? EncodingNode {
            if let date = wrappedValue {
                node.set(try node.milliseconds(of: date))
            } else {
                node.setServerTime()
            }
        } else {
            try wrappedValue.encode(to: encoder)
        }
    }

    public init(from decoder: any Decoder) throws {
        if let node = decoder as? DecodingNode {
            wrappedValue = try node.value.map { try node.date(milliseconds: $0) }
        } else {
            wrappedValue = try Date?(from: decoder)
        }
    }
}

extension KeyedDecodingContainer {
    /// What code that Swift writes for a model calls: without it, other decoders than
    /// ``TreeDecoder`` would require the key.
    public func decode(_ type: ServerTime.Type, forKey key: Key) throws -> ServerTime {
        try decodeIfPresent(type, forKey: key) ?? ServerTime(wrappedValue: nil)
    }
}
