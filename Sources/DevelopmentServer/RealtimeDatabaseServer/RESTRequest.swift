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

// MARK: - Queries

/// A parser of an address's parameters, which select a place's children.
struct QueryParser {
    let parameters: [String: String]

    private static let constraints = [
        "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast",
    ]

    private var hasConstraints: Bool { Self.constraints.contains { parameters[$0] != nil } }

    func selection() throws(ServiceError) -> TreeSelection {
        guard let order = try order() else { return .all }
        let lower = try bound("startAt", or: "startAfter", order)
        let upper = try bound("endAt", or: "endBefore", order)
        var selection = TreeSelection(order: order, lower: lower, upper: upper, limit: try limit())
        if let position = try position("equalTo", order) {
            guard lower == nil, upper == nil else {
                throw ServiceError(
                    400,
                    "equalTo cannot be specified in addition to "
                        + "startAfter, startAt, endAt, or endBefore")
            }
            selection.lower = TreeSelection.Bound(position, isInclusive: true)
            selection.upper = selection.lower
        }
        return selection
    }

    /// Returns the selection of a shallow read: pages by key, as the official command-line tool
    /// requests.
    func shallowSelection() throws(ServiceError) -> TreeSelection {
        guard parameters["orderBy"] == nil else {
            throw ServiceError(400, "Mixing 'shallow' and querying parameters is not supported")
        }
        return TreeSelection(
            lower: try bound("startAt", or: "startAfter", .key),
            upper: try bound("endAt", or: "endBefore", .key), limit: try limit())
    }

    /// Returns `nil` without any parameters of a query.
    private func order() throws(ServiceError) -> TreeSelection.Order? {
        guard let text = parameters["orderBy"] else {
            guard !hasConstraints else {
                throw ServiceError(
                    400, "orderBy must be defined when other query parameters are defined")
            }
            return nil
        }
        let invalid = ServiceError(400, "orderBy must be a valid JSON encoded path")
        guard case .string(let path)? = try? JSONReader.value(Array(text.utf8)) else {
            throw invalid
        }
        switch path {
        case "$key": return .key
        case "$value": return .value
        default:
            let place = TreePlace(slashSeparated: path)
            guard place.depth > 0, (try? TreeLimits.check(place)) != nil else { throw invalid }
            return .child(place)
        }
    }

    private func limit() throws(ServiceError) -> TreeSelection.Limit? {
        switch (try count("limitToFirst"), try count("limitToLast")) {
        case (nil, nil): return nil
        case (let count?, nil): return .first(count)
        case (nil, let count?): return .last(count)
        case (_?, _?):
            throw ServiceError(400, "Only one of limitToFirst and limitToLast may be specified")
        }
    }

    private func count(_ name: String) throws(ServiceError) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let count = Int(text) else { throw ServiceError(400, "\(name) must be an integer") }
        guard count > 0 else { throw ServiceError(400, "\(name) must be positive") }
        return count
    }

    private func bound(
        _ inclusive: String, or exclusive: String, _ order: TreeSelection.Order
    ) throws(ServiceError) -> TreeSelection.Bound? {
        let (including, excluding) = (
            try position(inclusive, order), try position(exclusive, order)
        )
        if including != nil && excluding != nil {
            throw ServiceError(400, "Only one of \(inclusive) and \(exclusive) may be specified")
        }
        if let including { return TreeSelection.Bound(including, isInclusive: true) }
        return excluding.map { TreeSelection.Bound($0, isInclusive: false) }
    }

    /// Returns the position of a value, of a value and a key after a comma, or in an order by key,
    /// of a key.
    private func position(
        _ name: String, _ order: TreeSelection.Order
    ) throws(ServiceError) -> TreePosition? {
        guard let text = parameters[name] else { return nil }
        let parts = Self.primitives(text)
        if order == .key {
            if parts?.count == 1, case .string(let key)? = parts?[0] { return .key(TreeKey(key)) }
            // The command-line tool sends keys without quotes.
            if parameters["shallow"] == "true" { return .key(TreeKey(text)) }
            guard parts != nil else { throw Self.noPrimitive }
            throw ServiceError(400, "Provided key index type is invalid, must be string")
        }
        guard let parts else { throw Self.noPrimitive }
        if parts.count == 1 { return .value(parts[0], nil) }
        guard parts.count == 2, case .string(let key)? = parts[1] else { throw Self.noPrimitive }
        return .value(parts[0], TreeKey(key))
    }

    private static let noPrimitive = ServiceError(
        400, "Constraint index field must be a JSON primitive")

    /// Returns one primitive or several, separated by commas; `nil` for any other text.
    private static func primitives(_ text: String) -> [TreeValue?]? {
        var primitives: [TreeValue?] = []
        do {
            try JSONReader.read(Array("[\(text)]".utf8)) { reader throws(JSONError) in
                try reader.elements { reader throws(JSONError) in
                    guard try reader.nextKind() == .scalar else {
                        throw JSONError(offset: reader.position, reason: "no primitive")
                    }
                    primitives.append(try reader.value())
                }
            }
        } catch {
            return nil
        }
        return primitives.isEmpty ? nil : primitives
    }
}
