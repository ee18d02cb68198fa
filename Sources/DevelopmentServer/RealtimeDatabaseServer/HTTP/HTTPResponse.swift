/// A response, or the beginning of a stream of events.
struct HTTPResponse {
    var status: Int
    var headers: [(name: String, value: String)] = []

    /// The body; `nil` for a stream, which ends with the connection.
    var body: [UInt8]?

    func bytes(keepingConnection: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(of: status))\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body, status != 204, status != 304 {
            head += "Content-Length: \(body.count)\r\n"
        }
        head += "Connection: \(keepingConnection ? "keep-alive" : "close")\r\n\r\n"
        return Array(head.utf8) + (body ?? [])
    }

    private static func reason(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 412: "Precondition Failed"
        case 413: "Payload Too Large"
        case 417: "Expectation Failed"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status \(status)"
        }
    }
}

/// The error for a malformed or unsupported request. The connection ends after the answer.
struct HTTPFailure: Error {
    var status: Int
    var reason: String
}
