/// A request as a client has sent it.
public struct HTTPRequest: Sendable {
    public var method: String

    /// The path and what comes after `?`, as sent.
    public var target: String

    /// The values of the header's fields by their names in lowercase. Of a field that was sent more than
    /// once the values are joined by commas.
    public var headers: [String: String]
    public var body: [UInt8]

    /// Whether the client wants to send another request over the same connection.
    var keepsConnection: Bool
}
