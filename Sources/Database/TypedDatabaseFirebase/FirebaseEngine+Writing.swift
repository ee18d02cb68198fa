import DatabaseTransport
import TypedDatabase

extension FirebaseEngine {
    public func write(_ edits: [TreeEdit]) async throws {
        guard let first = edits.first else { return }
        var call = edits.count == 1 ? single(first) : patch(edits)
        let needsAnswer = !edits.allSatisfy(\.isPlain)
        if !needsAnswer { call.parameters = [("print", "silent")] }
        _ = try await requests.write(at: edits.map(\.place)) { [client, hub, call] in
            let response = try await client.response(to: call)
            let computed = needsAnswer ? try? WrittenValues(response, of: call) : nil
            // Before a later write to these places begins.
            hub.wrote(edits.map { ($0.place, computed?[$0] ?? $0.written) })
            return response
        }
    }

    private func single(_ edit: TreeEdit) -> FirebaseCall {
        var call = FirebaseCall(method: .put, place: edit.place)
        if case .increment = edit.operation { call.repetition = .harmful }
        var writer = JSONWriter()
        writer.write(edit.operation)
        call.body = writer.bytes
        return call
    }

    /// Returns a call that makes all edits in one atomic request.
    private func patch(_ edits: [TreeEdit]) -> FirebaseCall {
        let place = TreePlace.commonAncestor(of: edits.map(\.place))
        var call = FirebaseCall(method: .patch, place: place)
        if edits.contains(where: \.isIncrement) { call.repetition = .harmful }
        var writer = JSONWriter()
        let members = edits.map { ($0.place.relative(to: place).description, $0.operation) }
        writer.writeObject(members, key: \.0) { member, writer in writer.write(member.1) }
        call.body = writer.bytes
        return call
    }

    /// Sets the one place whose version is given. The service has no other conditional requests.
    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        guard let edit = edits.first, case .set(let value) = edit.operation, edits.count == 1,
            versions.map(\.place) == [edit.place]
        else {
            throw TreeDatabaseError(
                .unsupported, at: edits.first?.place,
                "the service can't write several places on a condition; use a transaction of one "
                    + "place that contains all of them, or a batch with increments")
        }
        switch versions[0].version {
        case .tag(let tag):
            return try await replace(edit.place, with: value, ifTagIs: tag)
        case .value(let expected):
            let current = try await read(edit.place, .all)
            guard current.value == expected, case .tag(let tag) = current.version else {
                return .changed([current])
            }
            return try await replace(edit.place, with: value, ifTagIs: tag)
        }
    }

    private func replace(
        _ place: TreePlace, with value: PendingValue, ifTagIs tag: String
    ) async throws -> ConditionalWriteResult {
        // `nil` is written as null, not as DELETE, since only a request with a body shows that it
        // was re-sent.
        var call = FirebaseCall(method: .put, place: place)
        call.headers = ["X-Firebase-ETag": "true", "if-match": tag]
        call.repetition = .conditional
        var writer = JSONWriter()
        writer.write(value)
        call.body = writer.bytes
        let response = try await requests.write(at: [place]) { [client, hub, call] in
            let response = try await client.response(to: call)
            if response.head.status != 412 {
                let edit = TreeEdit(place, .set(value))
                let computed = edit.isPlain ? nil : try? WrittenValues(response, of: call)
                hub.wrote([(place, computed?[edit] ?? edit.written)])
            }
            return response
        }
        guard response.head.status == 412 else { return .written }
        let current = try self.value(response, at: place)
        let newTag = response.head.etag.map(TreeVersion.tag)
        return .changed([VersionedValue(current, version: newTag ?? .value(current))])
    }
}

extension TreeEdit {
    fileprivate var isIncrement: Bool {
        if case .increment = operation { true } else { false }
    }

    /// Whether the server computes nothing of the value.
    fileprivate var isPlain: Bool {
        if case .set(let value) = operation { value.serverTimes.isEmpty } else { false }
    }

    /// The value that the edit leaves, without the server's answer.
    fileprivate var written: WrittenValue {
        if case .set(let value) = operation, isPlain { .known(value.value) } else { .unknown }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ operation: TreeEdit.Operation) {
        switch operation {
        case .set(let value): write(value)
        case .increment(let delta): writeIncrement(by: delta)
        }
    }
}

/// The values in the answer to a write, which has those that the server has computed.
private struct WrittenValues {
    private let place: TreePlace
    private var values: [TreePlace: TreeValue?] = [:]

    init(_ response: HTTPResponse, of call: FirebaseCall) throws(JSONError) {
        place = call.place
        if call.method == .put {
            values[.root] = try JSONReader.value(response.body)
            return
        }
        let members = try JSONReader.read(response.body) { reader throws(JSONError) in
            var members: [TreePlace: TreeValue?] = [:]
            try reader.members { path, reader throws(JSONError) in
                members[TreePlace(slashSeparated: path)] = try reader.value()
            }
            return members
        }
        values = members
    }

    subscript(edit: TreeEdit) -> WrittenValue? {
        guard !edit.isPlain, let value = values[edit.place.relative(to: place)] else { return nil }
        return .known(value)
    }
}
