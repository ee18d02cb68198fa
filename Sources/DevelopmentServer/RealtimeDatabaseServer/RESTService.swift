import Foundation
import SecurityRules
import TypedDatabase
import TypedDatabaseRules

import struct PathSchema.Schema
import struct PathSchema.SourceLines
import struct PathSchema.SourceText

/// The answers to requests, like those of the Firebase Realtime Database.
struct RESTService: Sendable {
    enum Answer {
        case response(HTTPResponse)

        /// A stream of a place.
        case stream(TreePlace, TreeSelection, Identity)

        /// A stream of the places that change, for the page.
        case changes
    }

    let database: ServedDatabase
    let access: AccessControl
    let options: RealtimeDatabaseServer.Options

    /// The schema of the data, for the page; `nil` without one.
    var schema: Schema?

    func answer(_ request: HTTPRequest) -> Answer {
        do {
            // A foreign page's host can resolve to this machine, so that its origin seems to be
            // the server's own.
            guard request.isForThisMachine, request.isFromOwnPage else {
                throw ServiceError(403, "This server doesn't answer other web pages.")
            }
            return try pageAnswer(request) ?? answer(RESTRequest(request))
        } catch {
            let isExplained = request.headers["x-explain-refusal"] == "true"
            return .response(ServiceError(error).response(isExplained: isExplained))
        }
    }

    private func answer(_ request: RESTRequest) throws -> Answer {
        let identity = try access.identity(of: request)
        guard let place = request.place else {
            let rules = RulesService(access: access, rulesChanged: cancelForbiddenStreams)
            return .response(try rules.answer(request, as: identity))
        }
        try checkParameters(request)
        switch request.method {
        case .get where request.wantsEvents:
            let selection = try QueryParser(parameters: request.parameters).selection()
            try checkReading(place, selection, as: identity)
            try checkIndex(for: selection, at: place)
            return .stream(place, selection, identity)
        case .get: return .response(try get(request, at: place, as: identity))
        case .put: return .response(try put(request, at: place, as: identity))
        case .post: return .response(try post(request, at: place, as: identity))
        case .patch: return .response(try patch(request, at: place, as: identity))
        case .delete: return .response(try delete(request, at: place, as: identity))
        }
    }
}

// MARK: - Rules

extension RESTService {
    private func checkReading(
        _ place: TreePlace, _ selection: TreeSelection, as identity: Identity
    ) throws {
        let refusal = try database.refusal(
            ofReading: place, selection, by: access.rules, as: identity)
        if let refusal { throw refused("a read of /\(place)", as: identity, refusal) }
    }

    /// Returns a check of writes, which refuses those that the rules don't allow.
    private func check(
        _ request: RESTRequest, as identity: Identity
    ) -> ServedDatabase.WriteCheck {
        { write, time, database in
            let refusal = try database.refusal(
                of: write, at: time, by: access.rules, as: identity)
            if let refusal {
                throw refused(
                    "\(request.method.rawValue) /\(write.place)", as: identity, refusal)
            }
        }
    }

    private func refused(
        _ request: String, as identity: Identity, _ refusal: RulesRefusal
    ) -> ServiceError {
        let place = "/\(refusal.place.joined(separator: "/"))"
        options.log("refused \(request) by \(identity), at \(place): \(refusal)")
        var error = ServiceError.permissionDenied
        error.explanation = "\(refusal)"
        return error
    }

    /// Enforces the rules of a file that has changed, unless it has errors, and cancels the streams
    /// that they don't allow.
    func reload(_ file: Result<SecurityRules, RulesFileError>) {
        do {
            try access.setRules(try file.get())
            cancelForbiddenStreams()
            options.log("the rules have changed")
        } catch {
            options.log("the rules before remain: \(error)")
        }
    }
}

// MARK: - Methods

extension RESTService {
    private func get(
        _ request: RESTRequest, at place: TreePlace, as identity: Identity
    ) throws -> HTTPResponse {
        let parser = QueryParser(parameters: request.parameters)
        let selection =
            try request.isShallow ? parser.shallowSelection() : parser.selection()
        try checkReading(place, selection, as: identity)
        if request.isShallow { return try getKeys(request, at: place, selection) }
        try checkIndex(for: selection, at: place)
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

    private func getKeys(
        _ request: RESTRequest, at place: TreePlace, _ selection: TreeSelection
    ) throws -> HTTPResponse {
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

    private func put(
        _ request: RESTRequest, at place: TreePlace, as identity: Identity
    ) throws -> HTTPResponse {
        let value = try RequestBody.value(request.body)
        return try replace(request, at: place, with: value, as: identity)
    }

    private func delete(
        _ request: RESTRequest, at place: TreePlace, as identity: Identity
    ) throws -> HTTPResponse {
        try replace(request, at: place, with: PendingTree(), as: identity)
    }

    private func replace(
        _ request: RESTRequest, at place: TreePlace, with value: PendingTree, as identity: Identity
    ) throws -> HTTPResponse {
        // Whether the tag matches tells about the data, and the answer to a mismatch contains them.
        if request.headers["if-match"] != nil { try checkReading(place, .all, as: identity) }
        let check = check(request, as: identity)
        let expectedTag = request.headers["if-match"]
        do {
            let write =
                if let expectedTag {
                    try database.replace(
                        place, with: value, ifTagIs: expectedTag, check: check)
                } else {
                    try database.write(
                        DatabaseWrite(putting: value, at: place), check: check)
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

    private func post(
        _ request: RESTRequest, at place: TreePlace, as identity: Identity
    ) throws -> HTTPResponse {
        let value = try RequestBody.value(request.body)
        let key = access.newKey()
        let write = try database.write(
            DatabaseWrite(putting: value, at: place.appending(key)),
            check: check(request, as: identity))
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
        let written = try database.write(write, check: check(request, as: identity))
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
            try access.check(token: subscription.identity.token)
            try checkReading(
                subscription.place, subscription.selection, as: subscription.identity)
        }
    }

    private func cancelForbiddenStreams() {
        database.tellPages(of: [.root])
        database.end(.cancel) { stream in
            do {
                try checkReading(stream.place, stream.selection, as: stream.identity)
                return false
            } catch {
                return true
            }
        }
    }
}

// MARK: - Parameters

extension RESTService {
    func checkIndex(for selection: TreeSelection, at place: TreePlace) throws {
        if options.demandsIndexes { try access.checkIndex(for: selection.order, at: place) }
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

// MARK: - Requests for the rules

/// The answers to requests for the rules, which only administrators may read and write.
struct RulesService {
    let access: AccessControl

    /// Called after the rules have changed.
    var rulesChanged: @Sendable () -> Void = {}

    func answer(_ request: RESTRequest, as identity: Identity) throws(ServiceError) -> HTTPResponse
    {
        guard case .administrator = identity else { throw .permissionDenied }
        switch request.method {
        case .get: return response(access.rules.utf8)
        case .put:
            let rules: SecurityRules
            do {
                rules = try SecurityRules(utf8: request.body, name: "rules.json")
            } catch {
                throw ServiceError(400, error.messages.joined(separator: "\n"))
            }
            if request.parameters["dryRun"] != "true" {
                try access.setRules(rules)
                rulesChanged()
            }
            return response(Array("{\"status\":\"ok\"}".utf8))
        case .post, .patch, .delete:
            throw ServiceError(405, "Rules can be read with GET and replaced with PUT.")
        }
    }

    private func response(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: [("Content-Type", "application/json; charset=utf-8")], body: body)
    }
}

// MARK: - Errors

/// An error response of the service: a status and a message.
struct ServiceError: Error {
    let status: Int
    let message: String

    /// The rules that refused a request, and the values that decided, for the page only.
    var explanation: String?

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static let permissionDenied = ServiceError(401, "Permission denied")
    static let invalidToken = ServiceError(401, "Could not parse auth token.")
    static let invalidPath = ServiceError(400, "Invalid path: Invalid token in path")
    static let noData = ServiceError(400, "Error: No data supplied.")
    static let notJSON = ServiceError(
        400, "Invalid data; couldn't parse JSON object, array, or value.")
    static let noObject = ServiceError(
        400,
        "Invalid data; couldn't parse JSON object. "
            + "Are you sending a JSON object with valid key names?")

    static func invalidKey(at offset: Int, in body: [UInt8]) -> ServiceError {
        ServiceError(
            400,
            "Invalid data; couldn't parse key beginning at \(position(of: offset, in: body)). "
                + "Key value can't be empty or contain $ # [ ] / or .")
    }

    private static func position(of offset: Int, in text: [UInt8]) -> SourceLines.Position {
        SourceLines(SourceText(name: "", utf8: text)).position(of: offset)
    }

    /// Makes the response to an engine's error.
    init(_ error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as TreeDatabaseError
        where error.kind == .invalidKey || error.kind == .invalidValue:
            self.init(400, "Invalid data; \(error)")
        case is Blocking.TimedOut: self.init(400, "The read took longer than its timeout.")
        default: self.init(500, "Internal server error: \(error)")
        }
    }

    var response: HTTPResponse { response(isExplained: false) }

    func response(isExplained: Bool) -> HTTPResponse {
        var members: [(String, TreeValue?)] = [("error", .string(message))]
        if isExplained, let explanation { members.append(("explanation", .string(explanation))) }
        return HTTPResponse(
            status: status, headers: [("Content-Type", "application/json; charset=utf-8")],
            body: ServiceJSONWriter.bytes(ofObject: members, isPretty: true))
    }
}
