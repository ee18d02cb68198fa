import DatabaseTransport
import Foundation
import TypedDatabase

@testable import TypedDatabaseFirestore

/// A server of watches within the process. It sends differences, continues from resume tokens and
/// counts documents, as Google's service is said to do and its emulator doesn't, and it can fail.
final class FakeWebChannel: HTTPTransport {
    static let root = DocumentRoot(project: "demo", database: "(default)")

    struct State {
        var database = FakeDatabase()
        var sessions: [String: FakeSession] = [:]
        var faults = FakeFaults()

        /// The kinds of the requests so far, which are the values of their parameters `TYPE` or
        /// `RID`: `open`, `forward`, `listen`, `terminate`.
        var requests: [String] = []

        /// The messages received so far, without those that came again.
        var messages: [TreeValue] = []

        /// The headers of the sessions, as their first requests had them.
        var headers: [String] = []
    }

    let state = Locked(State())

    /// Changes documents in one commit.
    ///
    /// - Parameter documents: the fields of documents; `nil` removes a document.
    func commit(_ documents: [TreePlace: TreeChildren?]) {
        state.withLock { state in
            state.database.commit(documents)
            state.changeSessions { $0.tell(Array(documents.keys), &$1) }
        }
    }

    /// Makes requests go wrong from now on.
    func fail(_ change: (inout FakeFaults) -> Void) {
        state.withLock { change(&$0.faults) }
    }

    /// Forgets all sessions, as a server does that has restarted.
    func endSessions() {
        state.withLock { state in
            for session in state.sessions.values { session.listener?.finish() }
            state.sessions = [:]
        }
    }

    /// Breaks the connections of all back channels.
    func cutListeners() {
        state.withLock { state in
            for id in state.sessions.keys {
                state.sessions[id]?.listener?.finish(.broken)
                state.sessions[id]?.listener = nil
            }
        }
    }

    /// Sends an array to all sessions.
    func send(_ json: String) {
        state.withLock { state in state.changeSessions { $0.send(json, &$1) } }
    }

    /// The number of requests of a kind so far.
    func count(_ kind: String) -> Int { state.withLock { $0.requests.count { $0 == kind } } }

    var sessionCount: Int { state.withLock { $0.sessions.count } }

    /// The number of targets in all sessions.
    var targetCount: Int {
        state.withLock { $0.sessions.values.reduce(0) { $0 + $1.targets.count } }
    }

    // MARK: - Requests

    func start(_ request: HTTPRequest) -> HTTPExchange {
        let exchange = HTTPExchange { [weak self] exchange, control in
            if case .resume = control { return }
            exchange.finish(.broken)
            self?.state.withLock { state in
                for id in state.sessions.keys where state.sessions[id]?.listener === exchange {
                    state.sessions[id]?.listener = nil
                }
            }
        }
        state.withLock { state in
            guard !state.faults.isDown else {
                return exchange.finish(
                    HTTPFailure(
                        reason: .unreachable, mayHaveBeenSent: false, message: "it is down"))
            }
            state.answer(FakeRequest(request), exchange)
        }
        return exchange
    }
}

extension FakeWebChannel.State {
    fileprivate mutating func answer(_ request: FakeRequest, _ exchange: HTTPExchange) {
        requests.append(request.kind)
        switch request.kind {
        case "open": open(request, exchange)
        case "forward":
            change(request, exchange) { session, state in
                session.receive(request, &state)
                if state.faults.lostAnswerCount > 0 {
                    state.faults.lostAnswerCount -= 1
                    return exchange.finish(.broken)
                }
                let hasListener = session.listener != nil
                state.faults.answer(
                    FakeSession.chunk("[\(hasListener ? 1 : 0),\(session.lastNumber),0]"),
                    to: exchange)
            }
        case "listen": change(request, exchange) { $0.listen(request, exchange, &$1) }
        default:
            if let session = sessions.removeValue(forKey: request["SID"]) {
                session.listener?.finish()
            }
            faults.answer([], to: exchange)
        }
    }

    private mutating func open(_ request: FakeRequest, _ exchange: HTTPExchange) {
        if let status = faults.refusals.popLast() {
            return faults.answer(Array("{}".utf8), to: exchange, status: status)
        }
        let id = "S\(requests.count)+/="
        var session = FakeSession(affinity: "G\(requests.count)")
        headers.append(request.form["headers"] ?? "")
        session.receive(request, &self)
        sessions[id] = session
        faults.answer(
            FakeSession.chunk("[[0,[\"c\",\"\(id)\",\"\",8,12,\(faults.keepAlive)]]]"),
            to: exchange, affinity: session.affinity)
    }

    fileprivate mutating func changeSessions(
        _ body: (inout FakeSession, inout Self) -> Void
    ) {
        for (id, session) in sessions {
            var session = session
            body(&session, &self)
            sessions[id] = session
        }
    }

    private mutating func change(
        _ request: FakeRequest, _ exchange: HTTPExchange,
        _ body: (inout FakeSession, inout Self) -> Void
    ) {
        guard var session = sessions[request["SID"]], session.affinity == request["gsessionid"]
        else { return faults.answer(Array("Unknown SID".utf8), to: exchange, status: 400) }
        body(&session, &self)
        sessions[request["SID"]] = session
    }
}

extension HTTPFailure {
    static let broken = HTTPFailure(
        reason: .broken, mayHaveBeenSent: true, message: "the connection broke")
}
