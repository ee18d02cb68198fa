import DatabaseTransport
import TypedDatabase

/// The client of a database, with the settings of its watches.
struct ListenClient: Sendable {
    let client: FirestoreClient
    let address: WebChannelAddress

    /// The time without watches after which the session ends.
    var idleTime = Duration.seconds(60)

    /// The maximum number of UTF-16 code units in a chunk.
    var maximumChunkCount = 256 << 20

    init(_ client: FirestoreClient) {
        self.client = client
        address = WebChannelAddress(origin: client.address.origin, root: client.root)
    }

    var settings: TransportSettings { client.settings }
    var transport: any HTTPTransport { client.transport }
    var connection: ConnectionMonitor { client.connection }

    func request(_ parts: WebChannelAddress.Parts) -> HTTPRequest {
        var request = HTTPRequest(
            method: parts.body == nil ? .get : .post, url: parts.url, timeouts: settings.timeouts)
        if let body = parts.body {
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = Array(body.utf8)
        }
        return request
    }
}
