import TypedDatabase

/// A request for a place in the database, parsed from an address and a method.
struct RESTRequest {
    enum Method: String {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    let method: Method

    /// The place; `nil` if the request is about the rules.
    let place: TreePlace?
    let parameters: [String: String]
    let headers: [String: String]
    let body: [UInt8]

    init(_ request: HTTPRequest) throws(ServiceError) {
        let name = request.headers["x-http-method-override"] ?? request.method
        guard let method = Method(rawValue: name.uppercased()) else {
            throw ServiceError(405, "The method \(name) isn't supported.")
        }
        let parts = request.target.utf8
            .split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { Substring($0) }
        self.method = method
        place = try Self.place(parts[0])
        parameters = try Self.parameters(parts.count > 1 ? parts[1] : "")
        headers = request.headers
        body = request.body
    }

    private static func place(_ path: Substring) throws(ServiceError) -> TreePlace? {
        if path == "/.settings/rules.json" { return nil }
        guard path.hasPrefix("/"), path.hasSuffix(".json") else {
            throw ServiceError(404, "append .json to your request URI to use the REST API.")
        }
        var keys: [TreeKey] = []
        for component in path.dropLast(5).utf8.split(separator: UInt8(ascii: "/")) {
            guard let key = PercentEncoding.decoded(component) else { throw .invalidPath }
            keys.append(TreeKey(key))
        }
        do {
            try TreeLimits.check(TreePlace(keys))
        } catch {
            throw error.kind == .invalidKey ? .invalidPath : ServiceError(error)
        }
        return TreePlace(keys)
    }

    /// Returns the parameters by name. Of repeated parameters, the last wins.
    private static func parameters(_ query: Substring) throws(ServiceError) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts =
                pair
                .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentEncoding.decoded($0, plusIsSpace: true) }
            guard let name = parts[0], let value = parts.count > 1 ? parts[1] : "" else {
                throw ServiceError(400, "The query of the address is no UTF-8.")
            }
            parameters[name] = value
        }
        return parameters
    }
}

// MARK: - Common parameters

extension RESTRequest {
    var isPretty: Bool { parameters["print"] == "pretty" }
    var isSilent: Bool { parameters["print"] == "silent" }
    var isShallow: Bool { parameters["shallow"] == "true" }
    var wantsETag: Bool { headers["x-firebase-etag"]?.lowercased() == "true" }
    var wantsEvents: Bool { headers["accept"]?.contains("text/event-stream") ?? false }
}
