import DatabaseTransport
import TypedDatabase

@testable import TypedDatabaseFirestore

/// A session of a fake server.
struct FakeSession {
    let affinity: String
    private(set) var targets: [Int: FakeTarget] = [:]
    private(set) var lastNumber = 0
    var listener: HTTPExchange?

    /// The arrays that the client hasn't acknowledged.
    private var backlog: [(number: Int, json: String)] = []
    private var endsAfterChunk = false

    /// The number of messages received.
    private var messageCount = 0

    init(affinity: String) {
        self.affinity = affinity
    }

    /// Returns a chunk with a text of JSON.
    static func chunk(_ json: String) -> [UInt8] {
        Array("\(json.utf16.count)\n\(json)".utf8)
    }

    // MARK: - The back channel

    mutating func listen(
        _ request: FakeRequest, _ exchange: HTTPExchange, _ state: inout FakeWebChannel.State
    ) {
        listener?.finish()
        listener = nil
        let acknowledged = Int(request["AID"]) ?? 0
        backlog.removeAll { $0.number <= acknowledged }
        guard state.faults.begin(exchange, HTTPHead(status: 200)) else { return }
        listener = exchange
        endsAfterChunk = request["CI"] == "1"
        if state.faults.isMute, !endsAfterChunk { return }
        let arrays = backlog.map { "[\($0.number),[\($0.json)]]" }
        if !arrays.isEmpty { write("[\(arrays.joined(separator: ","))]", &state) }
        if listener != nil { send("\"noop\"", &state, isGreeting: true) }
    }

    /// Sends the content of an array, now or when the client listens.
    mutating func send(
        _ json: String, _ state: inout FakeWebChannel.State, isGreeting: Bool = false
    ) {
        lastNumber += 1
        backlog.append((lastNumber, json))
        if state.faults.holdsBack, !isGreeting || endsAfterChunk { return }
        if state.faults.isMute, !endsAfterChunk { return }
        write("[[\(lastNumber),[\(json)]]]", &state)
        if state.faults.forgetsSent, listener != nil { backlog = [] }
    }

    private mutating func write(_ json: String, _ state: inout FakeWebChannel.State) {
        guard let listener else { return }
        let isThere = state.faults.write(Self.chunk(json), to: listener)
        if endsAfterChunk { listener.finish() }
        if !isThere || endsAfterChunk { self.listener = nil }
    }

    // MARK: - Messages

    mutating func receive(_ request: FakeRequest, _ state: inout FakeWebChannel.State) {
        let messages = (try? request.messages) ?? []
        for (offset, message) in messages.enumerated()
        where request.offset + offset == messageCount {
            messageCount += 1
            state.messages.append(message)
            receive(message, &state)
        }
    }

    private mutating func receive(_ message: TreeValue?, _ state: inout FakeWebChannel.State) {
        if case .integer(let id)? = message[["removeTarget"]] {
            targets[Int(id)] = nil
            send(change("REMOVE", Int(id)), &state)
        }
        let request = message[["addTarget"]]
        guard case .integer(let id)? = request[["targetId"]], let target = FakeTarget(request)
        else { return }
        if let code = state.faults.refusedTargets[target.place] {
            let cause = #""cause":{"code":\#(code),"message":"refused"}"#
            send(change("REMOVE", Int(id), cause), &state)
            return
        }
        guard targets.updateValue(target, forKey: Int(id)) == nil else {
            return send(#"{"error":{"message":null,"status":"UNKNOWN"}}"#, &state)
        }
        send(change("ADD", Int(id)), &state)
        var since: Int?
        if case .string(let token)? = request[["resumeToken"]] { since = Int(token.dropFirst()) }
        begin(Int(id), target, since: since, &state)
    }

    /// Sends all documents of a target, or those that have changed since a commit.
    private mutating func begin(
        _ id: Int, _ target: FakeTarget, since: Int?, _ state: inout FakeWebChannel.State
    ) {
        let documents = state.database.documents.filter { target.contains($0.key) }
        if let since {
            let changed = state.database.changed(since: since).subtracting(state.faults.forgotten)
            for place in changed where target.contains(place) { tell(place, [id], &state) }
            send(#"{"filter":{"targetId":\#(id),"count":\#(documents.count)}}"#, &state)
        } else {
            for place in documents.keys { tell(place, [id], &state) }
            if target.isDocument, documents.isEmpty { tell(target.place, [id], &state) }
        }
        send(change("CURRENT", id, token(state)), &state)
        sendConsistentState(&state)
    }

    /// Sends the changes of a commit.
    mutating func tell(_ places: [TreePlace], _ state: inout FakeWebChannel.State) {
        var isConcerned = false
        for place in places {
            let ids = targets.filter { target in
                target.value.contains(place) && (target.value.isDocument || !state.faults.resets)
            }
            if !ids.isEmpty { tell(place, ids.keys.sorted(), &state) }
            isConcerned = isConcerned || !ids.isEmpty
        }
        for (id, target) in targets where state.faults.resets && !target.isDocument {
            guard places.contains(where: target.contains) else { continue }
            send(change("RESET", id), &state)
            for place in state.database.documents.keys where target.contains(place) {
                tell(place, [id], &state)
            }
            send(change("CURRENT", id, token(state)), &state)
            isConcerned = true
        }
        if isConcerned { sendConsistentState(&state) }
    }

    private mutating func tell(
        _ place: TreePlace, _ ids: [Int], _ state: inout FakeWebChannel.State
    ) {
        let name = String(
            decoding: JSONWriter.bytes(.string(FakeWebChannel.root.name(of: place))), as: UTF8.self)
        guard let fields = state.database.documents[place] else {
            let kind = state.database.version.isMultiple(of: 2) ? "Delete" : "Remove"
            return send(
                #"{"document\#(kind)":{"document":\#(name),"removedTargetIds":\#(ids)}}"#, &state)
        }
        var writer = JSONWriter()
        writer.write(fields: fields, .unlisted)
        let json = String(decoding: writer.bytes, as: UTF8.self)
        send(
            #"{"documentChange":{"document":{"name":\#(name),"fields":\#(json)},"targetIds":\#(ids)}}"#,
            &state)
    }

    private mutating func sendConsistentState(_ state: inout FakeWebChannel.State) {
        send(#"{"targetChange":{\#(token(state))}}"#, &state)
    }

    private func token(_ state: FakeWebChannel.State) -> String {
        #""resumeToken":"v\#(state.database.version)","readTime":"2026-01-01T00:00:00Z""#
    }

    private func change(_ kind: String, _ id: Int, _ more: String = "") -> String {
        #"{"targetChange":{"targetChangeType":"\#(kind)","targetIds":[\#(id)]"#
            + (more.isEmpty ? "}}" : ",\(more)}}")
    }
}
