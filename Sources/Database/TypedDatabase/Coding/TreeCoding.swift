import Foundation
import TypedPaths

/// The representation in a database of dates and bytes, which trees have no values for.
///
/// A value written with one coding must be read with the same one.
///
/// ```swift
/// let database = TreeDatabase(engine, coding: TreeCoding(dates: .iso8601))
/// ```
public struct TreeCoding: Sendable {
    /// The representation of a `Date`.
    public var dates: Dates
    /// The representation of a `Data`.
    public var data: Bytes

    /// The `userInfo` of encoders and decoders.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes a coding. By default, dates are milliseconds since 1970, and data is base64.
    public init(
        dates: Dates = .millisecondsSince1970, data: Bytes = .base64,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.dates = dates
        self.data = data
        self.userInfo = userInfo
    }

    /// A representation of a `Date`.
    public enum Dates: Sendable {
        /// An integer, as Firebase's server times are. A date is rounded to the nearest
        /// millisecond.
        case millisecondsSince1970

        /// A number, with a fraction.
        case secondsSince1970

        /// Text such as `"2018-05-17T09:30:00Z"`, without fractions of a second. Text with
        /// fractions is read as well.
        case iso8601

        /// The result of custom functions. `encode` is given the encoder of the date's own place.
        case custom(
            encode: @Sendable (Date, any Encoder) throws -> Void,
            decode: @Sendable (any Decoder) throws -> Date)
    }

    /// A representation of a `Data`.
    public enum Bytes: Sendable {
        /// Base64 text.
        case base64

        /// The result of custom functions. `encode` is given the encoder of the data's own place.
        case custom(
            encode: @Sendable (Data, any Encoder) throws -> Void,
            decode: @Sendable (any Decoder) throws -> Data)
    }
}

// MARK: - The engine's time

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

// MARK: - Shared by encoding and decoding

/// The settings that all nodes of one call of an encoder or a decoder share, or several calls for
/// children of one place.
final class CodingContext: Sendable {
    let coding: TreeCoding

    /// The place of the value in the database, or of the parent of the values.
    let place: TreePlace

    /// The children that aren't part of values.
    let separateChildren: SeparateChildren?

    /// Whether an encoder records the containers.
    let findsContainers: Bool

    /// The type of most values that are decoded.
    private let element: DecodedType?

    init(
        _ coding: TreeCoding, _ place: TreePlace, _ separateChildren: SeparateChildren?,
        element: Any.Type? = nil, findsContainers: Bool = false
    ) {
        self.coding = coding
        self.place = place
        self.separateChildren = separateChildren
        self.findsContainers = findsContainers
        self.element = element.map(DecodedType.init)
    }

    /// Returns a type with its conformances.
    func decodedType(_ type: Any.Type) -> DecodedType {
        if let element, element.type == type { return element }
        return DecodedType(type)
    }

    /// The place as the `codingPath` of errors.
    var codingPath: [any CodingKey] { place.codingPath }

    var userInfo: [CodingUserInfoKey: Any] { coding.userInfo }
}

/// A decoded type with its conformances. Looking these up takes as long as decoding a field.
struct DecodedType {
    let type: Any.Type
    let isKeyIdentifiable: Bool

    /// The type, if it is a dictionary.
    let dictionary: (any DecodableByKey.Type)?

    init(_ type: Any.Type) {
        self.type = type
        isKeyIdentifiable = type is any KeyIdentifiable.Type
        dictionary = type as? any DecodableByKey.Type
    }
}

/// A database's key, for the `codingPath` of errors.
struct TreeCodingKey: CodingKey {
    let stringValue: String

    /// Whether the key is that of an element of a dictionary or an array.
    private(set) var isElement = false

    var intValue: Int? { Int(stringValue) }

    init(_ key: TreeKey) {
        stringValue = key.text
    }

    init(_ key: TreeKey, isElement: Bool) {
        stringValue = key.text
        self.isElement = isElement
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
    }
}

extension TreePlace {
    /// The place as the `codingPath` of errors.
    var codingPath: [any CodingKey] { keys.map(TreeCodingKey.init) }
}

extension TreeKey {
    init(_ key: some CodingKey) {
        self.init(key.stringValue)
    }

    /// Makes the key of an array's element.
    init(index: Int) {
        text = String(index)
        integer = Int32(exactly: index)
    }

    /// Whether this can be the key of an array's element: `0`, `1`, …, but not `00` or `-1`.
    var isIndex: Bool {
        guard let integer, integer >= 0 else { return false }
        return integer == 0 ? text.utf8.count == 1 : text.utf8.first != UInt8(ascii: "0")
    }
}

/// Returns the value as another type, if that is its own type.
///
/// Comparing the types, and copying the value as it is, avoids dynamic casts: a model's coding
/// makes one or two for each field.
@inline(__always)
func identical<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    // The types are the same one, so that the bits are a value of it.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
}

/// Returns the value as another type, which has to be its own.
///
/// An optional of a generic type costs a lookup of that type's metadata, which this doesn't.
@inline(__always)
func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
    precondition(Value.self == type, "\(Value.self) isn't \(type)")
    return unsafeBitCast(value, to: type)
}
