import Foundation

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
