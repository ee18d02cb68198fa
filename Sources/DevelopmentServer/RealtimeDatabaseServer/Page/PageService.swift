import TypedDatabase

/// The page in a browser: its files, and the requests that only it makes.
///
/// - `GET /.page/children/<place>.json` with the parameters of a query: rows for a place and its
///   children, each shortened.
/// - `GET /.page/changes`: a stream of the places that change.
/// - `POST /.page/check/<place>.json`: the places of a value that don't fit the schema.
extension RESTService {
    /// Returns the answer to a request of the page; `nil` for any other request.
    func pageAnswer(_ request: HTTPRequest) throws -> Answer? {
        let target = request.target
        guard target.hasPrefix("/.page/") || target == "/" || target.hasPrefix("/?") else {
            return nil
        }
        let path = target.prefix { $0 != "?" }
        if path == "/" {
            let wantsPage = request.headers["accept"]?.contains("text/html") ?? false
            guard request.method == "GET", wantsPage else { return nil }
            return PageFiles.response(to: path).map { .response($0) }
        }
        if request.method == "GET", let file = PageFiles.response(to: path) {
            return .response(file)
        }
        let rest = target.dropFirst("/.page".utf8.count)
        switch (request.method, rest.dropFirst().prefix { $0 != "/" && $0 != "?" }) {
        case ("GET", "changes"):
            _ = try pageRequest(request, "/.json?" + rest.drop { $0 != "?" }.dropFirst())
            return .changes
        case ("GET", "children"):
            let (request, place) = try pageRequest(request, rest.dropFirst("/children".utf8.count))
            return .response(try rows(request, at: place).response)
        case ("POST", "check"):
            let (request, place) = try pageRequest(request, rest.dropFirst("/check".utf8.count))
            return .response(try misfits(request, at: place).response)
        default: throw ServiceError(404, "The page has no \(path).")
        }
    }

    /// Parses the rest of a request's address. The page is an administrator's, who may look at the
    /// data as a user.
    private func pageRequest(
        _ request: HTTPRequest, _ target: Substring
    ) throws -> (RESTRequest, TreePlace) {
        var request = request
        request.target = String(target)
        let rest = try RESTRequest(request)
        guard let place = rest.place, Identity.token(of: rest) == Identity.administratorToken
        else { throw ServiceError.permissionDenied }
        return (rest, place)
    }
}

// MARK: - Rows

extension RESTService {
    /// The maximum number of rows without a limit in the query.
    private static let defaultLimit = 1_000

    private func rows(_ request: RESTRequest, at place: TreePlace) throws -> PageJSON {
        let identity = try access.identity(of: request)
        let parser = QueryParser(parameters: request.parameters)
        let selection = try parser.selection()
        try checkIndex(for: selection, at: place)
        let refusal = try database.refusal(
            ofReading: place, selection, by: access.rules, as: identity)
        // Rows of an order by value would tell about values.
        let isHidden = refusal != nil && selection.order != .key
        let limited = selection.limit == nil ? selection.limited(to: Self.defaultLimit) : selection
        let named = try request.parameters["keys"].map(Self.keys)
        let position = schema.map { SchemaPosition(rootOf: $0).descendant(place.keys.map(\.text)) }
        let (own, summaries) = try database.read { engine in
            let own = try await PlaceSummary(of: place, position, in: engine)
            var keys: [TreeKey] = []
            if let named {
                keys = named
            } else if case .children(let all) = try await engine.keys(of: place, limited) {
                keys = all
            }
            var children: [(key: TreeKey, summary: PlaceSummary)] = []
            for key in isHidden ? [] : keys {
                let summary = try await PlaceSummary(
                    of: place.appending(key), position?.child(key.text), in: engine)
                if case .nothing = summary { continue }
                children.append((key, summary))
            }
            return (own, children)
        }
        let children = try summaries.map { key, summary in
            let isReadable =
                try refusal == nil
                || database.refusal(
                    ofReading: place.appending(key), .all, by: access.rules, as: identity) == nil
            return summary.row(key, position?.child(key.text), isReadable: isReadable)
        }
        return .object([
            "row": own.row(place.keys.last, position, isReadable: refusal == nil),
            "refusal": refusal.map { .text("\($0)") },
            "rows": .list(children),
            "call": position.flatMap { SwiftQuery(position: $0, selection: selection).text }
                .map { .text($0) },
            "keyType": (position?.keyType).map { .text($0) },
            "childKeys": position.map { position in
                .list(
                    position.childKeys.map { key, type in
                        .object(["key": .text(key), "type": type.map { .text($0) }])
                    })
            },
        ])
    }

    private static func keys(_ json: String) throws(ServiceError) -> [TreeKey] {
        let invalid = ServiceError(400, "keys must be a JSON array of keys")
        do {
            return try JSONReader.read(Array(json.utf8)) { reader throws(JSONError) in
                var keys: [TreeKey] = []
                try reader.elements { reader throws(JSONError) in
                    keys.append(TreeKey(try reader.string()))
                }
                return keys
            }.filter { (try? TreeLimits.check($0, in: .root)) != nil }
        } catch {
            throw invalid
        }
    }
}

extension TreeSelection {
    fileprivate func limited(to count: Int) -> TreeSelection {
        TreeSelection(order: order, lower: lower, upper: upper, limit: .first(count))
    }
}

extension PlaceSummary {
    fileprivate func row(
        _ key: TreeKey?, _ position: SchemaPosition?, isReadable: Bool
    ) -> PageJSON {
        isReadable ? row(key: key, position) : Self.hiddenRow(key: key, position)
    }
}

// MARK: - Checks

extension RESTService {
    /// Returns the places of a value, at most ten, that don't fit the schema.
    private func misfits(_ request: RESTRequest, at place: TreePlace) throws -> PageJSON {
        let value: TreeValue?
        do {
            value = try JSONReader.value(request.body)
        } catch {
            throw ServiceError(400, "\(error)")
        }
        guard let schema else { return .list([]) }
        let position = SchemaPosition(rootOf: schema).descendant(place.keys.map(\.text))
        var found: [PageJSON] = []
        Self.check(value, at: place, position) { place, reason in
            found.append(.object(["place": .text("/\(place)"), "reason": .text(reason)]))
            return found.count < 10
        }
        return .list(found)
    }

    /// Calls a function with each misfit until it returns `false`.
    @discardableResult
    private static func check(
        _ value: TreeValue?, at place: TreePlace, _ position: SchemaPosition,
        found: (TreePlace, String) -> Bool
    ) -> Bool {
        guard let value else { return true }
        if let reason = position.misfit(of: StoredKind(value)) { return found(place, reason) }
        let children = value.children
        if case .children = value {
            let missing = position.requiredKeys.filter { children[TreeKey($0)] == nil }
            if let reason = SchemaPosition.misfit(ofMissing: missing), !found(place, reason) {
                return false
            }
        }
        return children.allSatisfy { key, value in
            check(value, at: place.appending(key), position.child(key.text), found: found)
        }
    }
}
