import Foundation

/// How a database stores what a tree has no values for: dates and bytes.
///
/// A value written with one coding must be read with the same one.
///
/// ```swift
/// let database = TreeDatabase(engine, coding: TreeCoding(dates: .iso8601))
/// ```
public struct TreeCoding: Sendable {
    public var dates: Dates
    public var data: Bytes

    /// The `userInfo` of encoders and decoders.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    public init(
        dates: Dates = .millisecondsSince1970, data: Bytes = .base64,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.dates = dates
        self.data = data
        self.userInfo = userInfo
    }

    /// How a `Date` is stored.
    public enum Dates: Sendable {
        /// As an integer, as Firebase's server times are. A date is rounded to the nearest
        /// millisecond.
        case millisecondsSince1970

        /// As a number, with a fraction.
        case secondsSince1970

        /// As text such as `"2018-05-17T09:30:00Z"`, without fractions of a second. Text with them
        /// is read, too.
        case iso8601

        /// As the functions say. What `encode` is given is the encoder of the date's own place.
        case custom(
            encode: @Sendable (Date, any Encoder) throws -> Void,
            decode: @Sendable (any Decoder) throws -> Date)
    }

    /// How a `Data` is stored.
    public enum Bytes: Sendable {
        /// As text in base64.
        case base64

        /// As the functions say. What `encode` is given is the encoder of the data's own place.
        case custom(
            encode: @Sendable (Data, any Encoder) throws -> Void,
            decode: @Sendable (any Decoder) throws -> Data)
    }
}
