import SchemaPage
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

// MARK: - Summaries

/// A place's value, shortened to fit a row.
enum PlaceSummary: Sendable {
    case nothing
    case scalar(TreeValue)
    /// The first children, whether there are more, and the required ones that aren't there.
    case children([(key: TreeKey, value: TreeValue?)], hasMore: Bool, missing: [String])
}

extension PlaceSummary {
    /// The maximum number of children in a summary.
    private static let childCount = 4

    /// Reads the summary of a place, however many children it has: those that the schema lists in
    /// its order, and then others.
    init(
        of place: TreePlace, _ position: SchemaPosition?, in engine: any DatabaseEngine
    ) async throws {
        let first = TreeSelection(limit: .first(Self.childCount + 1))
        guard case .children(let keys) = try await engine.keys(of: place, first) else {
            let value = try await engine.read(place, .all).value
            self = value.map { .scalar($0) } ?? .nothing
            return
        }
        var shown: [TreeKey] = []
        for key in (position?.listedKeys ?? []).map({ TreeKey($0) }) {
            guard shown.count < Self.childCount else { break }
            if try await engine.exists(place.appending(key)) { shown.append(key) }
        }
        shown += keys.filter { !shown.contains($0) }.prefix(Self.childCount - shown.count)
        var children: [(key: TreeKey, value: TreeValue?)] = []
        for key in shown {
            let child = place.appending(key)
            let isBranch =
                try await engine.keys(of: child, TreeSelection(limit: .first(1))).count > 0
            children.append((key, isBranch ? nil : try await engine.read(child, .all).value))
        }
        var missing: [String] = []
        for key in position?.requiredKeys ?? [] {
            if !(try await engine.exists(place.appending(TreeKey(key)))) { missing.append(key) }
        }
        self = .children(children, hasMore: keys.count > Self.childCount, missing: missing)
    }

    /// The value for a check of its type; `nil` if there is nothing to check.
    var kind: StoredKind? {
        switch self {
        case .nothing: nil
        case .scalar(let value): StoredKind(value)
        case .children: .children
        }
    }
}

// MARK: - JSON

extension PlaceSummary {
    /// The members of a row: `kind`, `text`, for a long string, its number of bytes, and for a number
    /// that the schema has as a time, `isTime`.
    func row(key: TreeKey?, _ position: SchemaPosition?) -> PageJSON {
        var preview: PageJSON?
        var value: ShortValue?
        switch self {
        case .nothing: break
        case .scalar(let scalar): value = ShortValue(scalar, length: 300)
        case .children(let children, let hasMore, _):
            preview = .list(
                children.map { key, value in
                    guard let value else { return .object(["key": .text(key.text)]) }
                    let short = ShortValue(value, length: 40)
                    return .object([
                        "key": .text(key.text), "kind": .text(short.kind),
                        "text": .text(short.text),
                        "size": short.size.map { .number($0) },
                        "isTime": Self.isTime(short, position?.child(key.text)),
                    ])
                } + (hasMore ? [.object([:])] : []))
        }
        return .object([
            "key": (key?.text).map { .text($0) },
            "kind": .text(preview == nil ? value?.kind ?? "nothing" : "children"),
            "text": (value?.text).map { .text($0) }, "size": (value?.size).map { .number($0) },
            "isTime": value.flatMap { Self.isTime($0, position) }, "preview": preview,
            "type": (position?.type).map { .text($0) },
            "swift": (position?.swift).map { .text($0) },
            "note": (position?.note).map { .text($0) },
            "misfit": misfit(at: position).map { .text($0) },
        ])
    }

    private static func isTime(_ value: ShortValue, _ position: SchemaPosition?) -> PageJSON? {
        value.kind == "number" && position?.isTime == true ? .flag(true) : nil
    }

    private func misfit(at position: SchemaPosition?) -> String? {
        if let reason = kind.flatMap({ position?.misfit(of: $0) }) { return reason }
        guard case .children(_, _, let missing) = self else { return nil }
        return SchemaPosition.misfit(ofMissing: missing)
    }

    /// A row for a value that the user can't read.
    static func hiddenRow(key: TreeKey?, _ position: SchemaPosition?) -> PageJSON {
        .object([
            "key": (key?.text).map { .text($0) }, "kind": "hidden",
            "type": (position?.type).map { .text($0) },
            "swift": (position?.swift).map { .text($0) },
        ])
    }
}

/// A scalar as text. Numbers are text so that JavaScript doesn't round them.
private struct ShortValue {
    let kind: String
    let text: String
    /// The number of bytes of a string that is cut.
    var size: Int?

    init(_ value: TreeValue, length: Int) {
        switch value {
        case .string(let string):
            kind = "string"
            // Counting bytes is fast, whatever the length.
            let isShort = string.utf8.count <= length
            text =
                isShort
                ? string : String(String.UnicodeScalarView(string.unicodeScalars.prefix(length)))
            if text.utf8.count < string.utf8.count { size = string.utf8.count }
        case .bool, .integer, .double:
            if case .bool = value { kind = "boolean" } else { kind = "number" }
            text = String(decoding: JSONWriter.bytes(value), as: UTF8.self)
        case .children:
            kind = "children"
            text = ""
        }
    }
}

// MARK: - Responses

/// JSON for the page, whose members keep their order.
enum PageJSON: ExpressibleByStringInterpolation {
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([PageJSON])
    /// An object without the members that are `nil`.
    case object(KeyValuePairs<String, PageJSON?>)

    init(stringLiteral text: String) { self = .text(text) }

    var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.write(text)
        case .flag(let flag): writer.write(.bool(flag))
        case .number(let number): writer.write(.integer(Int64(number)))
        case .list(let elements):
            writer.write(raw: "[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.write(raw: ",") }
                element.write(to: &writer)
            }
            writer.write(raw: "]")
        case .object(let members):
            let present = members.compactMap { key, value in value.map { (key, $0) } }
            writer.writeObject(present, key: \.0) { member, writer in member.1.write(to: &writer) }
        }
    }

    var response: HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: bytes)
    }
}

/// The files of the page, which the build embeds.
enum PageFiles {
    /// Returns the answer to a request for a file; `nil` if there is no such file.
    static func response(to path: Substring) -> HTTPResponse? {
        switch path {
        case "/": file("text/html", PackageResources.index_html)
        case "/.page/look.css": file("text/css", PageLook.style)
        case "/.page/page.css": file("text/css", PackageResources.page_css)
        case "/.page/icon.svg": file("image/svg+xml", PackageResources.icon_svg)
        case "/.page/app.js": file("text/javascript", PackageResources.app_js)
        case "/.page/server.js": file("text/javascript", PackageResources.server_js)
        case "/.page/tree.js": file("text/javascript", PackageResources.tree_js)
        case "/.page/node.js": file("text/javascript", PackageResources.node_js)
        case "/.page/editor.js": file("text/javascript", PackageResources.editor_js)
        case "/.page/query.js": file("text/javascript", PackageResources.query_js)
        case "/.page/text.js": file("text/javascript", PageLook.text)
        default: nil
        }
    }

    private static func file(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-cache"),
                ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
            ], body: bytes)
    }

    /// Allows the page's own files and requests, no code or style inside of the page, and no text
    /// that is parsed as HTML.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
}
