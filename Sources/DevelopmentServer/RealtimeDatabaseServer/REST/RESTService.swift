import Foundation
import TypedDatabase

/// The answers to requests, like those of the Firebase Realtime Database.
struct RESTService: Sendable {
    enum Answer {
        case response(HTTPResponse)

        /// A stream of a place.
        case stream(TreePlace, TreeSelection, Identity)
    }

    let database: ServedDatabase
    let access: AccessControl
    let options: RealtimeDatabaseServer.Options

    func answer(_ request: HTTPRequest) -> Answer {
        do {
            // Any page in a browser can send requests to this machine, even with its own origin by
            // a name that resolves to this machine. Clients of servers never send an origin.
            guard request.headers["origin"] == nil, request.isForThisMachine else {
                throw ServiceError(403, "This server doesn't answer web pages.")
            }
            return try answer(RESTRequest(request))
        } catch {
            return .response(ServiceError(error).response)
        }
    }

    private func answer(_ request: RESTRequest) throws -> Answer {
        let identity = try access.identity(of: request)
        guard let place = request.place else {
            let rules = RulesService(access: access, rulesChanged: cancelForbiddenStreams)
            return .response(try rules.answer(request, as: identity))
        }
        try checkParameters(request)
        if request.method != .patch {
            try access.check(request.method == .get ? .read : .write, at: place, as: identity)
        }
        switch request.method {
        case .get where request.wantsEvents:
            return .stream(place, try checkedSelection(request, at: place), identity)
        case .get: return .response(try get(request, at: place))
        case .put: return .response(try put(request, at: place))
        case .post: return .response(try post(request, at: place))
        case .patch: return .response(try patch(request, at: place, as: identity))
        case .delete: return .response(try delete(request, at: place))
        }
    }
}

// MARK: - Methods

extension RESTService {
    private func get(_ request: RESTRequest, at place: TreePlace) throws -> HTTPResponse {
        if request.isShallow { return try getKeys(request, at: place) }
        let selection = try checkedSelection(request, at: place)
        let value = try database.read(place, selection, timeout: request.timeout)
        // A query that selects none of a place's children is answered with none, not with null.
        if value == nil, selection != .all, try database.exists(place) {
            return response(request, Array("{}".utf8))
        }
        let tag =
            request.wantsETag || request.headers["if-none-match"] != nil ? ETag.of(value) : nil
        if let tag, request.headers["if-none-match"] == tag {
            return HTTPResponse(status: 304, headers: [("ETag", tag)], body: [])
        }
        return response(
            request, ServiceJSONWriter.bytes(of: value, isPretty: request.isPretty), tag: tag)
    }

    private func getKeys(_ request: RESTRequest, at place: TreePlace) throws -> HTTPResponse {
        let selection = try QueryParser(parameters: request.parameters).shallowSelection()
        switch try database.keys(of: place, selection, timeout: request.timeout) {
        case .children(let keys) where !keys.isEmpty:
            let members = keys.map { ($0.text, TreeValue?.some(.bool(true))) }
            return response(
                request, ServiceJSONWriter.bytes(ofObject: members, isPretty: request.isPretty))
        case .scalar:
            let value = try database.read(place, timeout: request.timeout)
            return response(request, ServiceJSONWriter.bytes(of: value, isPretty: request.isPretty))
        case .nothing, .children:
            return response(request, ServiceJSONWriter.bytes(of: nil, isPretty: request.isPretty))
        }
    }

    private func put(_ request: RESTRequest, at place: TreePlace) throws -> HTTPResponse {
        let value = try RequestBody.value(request.body)
        return try replace(request, at: place, with: value)
    }

    private func delete(_ request: RESTRequest, at place: TreePlace) throws -> HTTPResponse {
        try replace(request, at: place, with: PendingTree())
    }

    private func replace(
        _ request: RESTRequest, at place: TreePlace, with value: PendingTree
    ) throws -> HTTPResponse {
        let expectedTag = request.headers["if-match"]
        do {
            let write =
                if let expectedTag {
                    try database.replace(place, with: value, ifTagIs: expectedTag)
                } else {
                    try database.write(DatabaseWrite(putting: value, at: place))
                }
            let written = write.updates[0].value
            let tag = request.wantsETag || expectedTag != nil ? ETag.of(written) : nil
            return response(
                request, ServiceJSONWriter.bytes(of: written, isPretty: request.isPretty), tag: tag)
        } catch let mismatch as ServedDatabase.TagMismatch {
            let body = ServiceJSONWriter.bytes(of: mismatch.current, isPretty: request.isPretty)
            var answer = response(request, body, tag: ETag.of(mismatch.current))
            answer.status = 412
            return answer
        }
    }

    private func post(_ request: RESTRequest, at place: TreePlace) throws -> HTTPResponse {
        let value = try RequestBody.value(request.body)
        let key = access.newKey()
        let write = try database.write(
            DatabaseWrite(putting: value, at: place.appending(key)))
        return response(
            request,
            ServiceJSONWriter.bytes(
                ofObject: [("name", .string(key.text))], isPretty: request.isPretty),
            tag: request.wantsETag ? ETag.of(write.updates[0].value) : nil)
    }

    private func patch(
        _ request: RESTRequest, at place: TreePlace, as identity: Identity
    ) throws -> HTTPResponse {
        let write = try DatabaseWrite(
            patching: place, with: RequestBody.patch(request.body))
        for edit in write.edits {
            try access.check(.write, at: place.appending(edit.place), as: identity)
        }
        let written = try database.write(write)
        let members = written.updates.map { ($0.place.description, $0.value) }
        return response(
            request, ServiceJSONWriter.bytes(ofObject: members, isPretty: request.isPretty))
    }
}

// MARK: - Streams

extension RESTService {
    /// Begins a stream, unless access has been revoked since the request.
    func begin(_ subscription: Subscription) throws {
        try database.add(subscription) {
            try access.checkToken(of: subscription.identity)
            try access.check(.read, at: subscription.place, as: subscription.identity)
        }
    }

    private func cancelForbiddenStreams() {
        let rules = access.rules
        database.end(.cancel) { !rules.allow(.read, at: $0.place, to: $0.identity) }
    }
}

// MARK: - Parameters

extension RESTService {
    private func checkedSelection(
        _ request: RESTRequest, at place: TreePlace
    ) throws -> TreeSelection {
        let selection = try QueryParser(parameters: request.parameters).selection()
        if options.demandsIndexes { try access.checkIndex(for: selection.order, at: place) }
        return selection
    }

    private func checkParameters(_ request: RESTRequest) throws {
        if request.headers["if-match"] != nil {
            guard request.method == .put || request.method == .delete else {
                throw ServiceError(400, "if-match can be used with PUT and DELETE only.")
            }
            guard !request.isSilent else {
                throw ServiceError(400, "if-match can't be used together with print=silent.")
            }
        }
        let sizes = ["tiny", "small", "medium", "large", "unlimited"]
        if let size = request.parameters["writeSizeLimit"], !sizes.contains(size) {
            throw ServiceError(
                400, "writeSizeLimit must be one of \(sizes.joined(separator: ", ")).")
        }
        if request.parameters["timeout"] != nil, request.timeout == nil {
            throw ServiceError(400, "timeout must be a number with ms, s or min, at most 15min.")
        }
    }

    private func response(
        _ request: RESTRequest, _ body: [UInt8], tag: String? = nil
    ) -> HTTPResponse {
        var headers = [
            ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-cache"),
        ]
        if let tag { headers.append(("ETag", tag)) }
        if request.isSilent { return HTTPResponse(status: 204, headers: headers, body: []) }
        return HTTPResponse(status: 200, headers: headers, body: body)
    }
}

extension RESTRequest {
    /// The timeout in seconds; `nil` if it is absent or invalid.
    fileprivate var timeout: Double? {
        guard let text = parameters["timeout"] else { return nil }
        let units = [("ms", 0.001), ("min", 60.0), ("s", 1.0)]
        guard let (name, unit) = units.first(where: { text.hasSuffix($0.0) }),
            let count = Double(text.dropLast(name.count)), count > 0, count * unit <= 15 * 60
        else { return nil }
        return count * unit
    }
}
