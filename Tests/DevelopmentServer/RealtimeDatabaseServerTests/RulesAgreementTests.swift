import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseRules

@testable import RealtimeDatabaseServer

/// The server decides as an engine with the same rules does.
@Suite struct RulesAgreementTests {
    @Test func randomRequestsAreDecidedAsAnEngineDecides() async throws {
        var random = SplitMix64(seed: Seed.make())
        var counts: [Int: Int] = [:]
        for _ in 0..<Effort.times(25) {
            let text = "{ \"rules\": \(Self.rules(3, [], &random)) }"
            let rules = try SecurityRules(text)
            let start = Self.value(3, &random)
            let (served, store) = (MemoryEngine(start), MemoryEngine(start))
            var options = RealtimeDatabaseServer.Options()
            options.rules = rules
            let clock = Locked(Date(timeIntervalSince1970: 1_700_000_000))
            options.now = { clock.withLock { $0 } }
            let server = try RealtimeDatabaseServer(engine: served, options: options)
            for _ in 0..<20 {
                let request = Self.request(&random)
                let user = random.pick(["ana", "ben", nil])
                clock.withLock { $0 += Double(Int.random(in: 0...1, using: &random)) }
                let engine = RulesEngine(
                    store, rules: rules, auth: user.map { .user($0) }, now: options.now)
                let expected = try await request.status(of: engine)
                let status = try await request.send(to: server, as: user)
                #expect(status == expected, "\(request) by \(user ?? "-"): \(text)")
                #expect(served.value == store.value, "\(request): \(text)")
                counts[status, default: 0] += 1
            }
            await onThread { server.stop() }
        }
        #expect(counts[200, default: 0] > Effort.times(25))
        #expect(counts[401, default: 0] > Effort.times(25))
        #expect(counts[400, default: 0] > 0)
    }

    private struct Request: CustomStringConvertible {
        var method: String
        var place: TreePlace
        var edits: [TreeEdit] = []
        var body = ""
        var selection = TreeSelection.all
        var query = ""

        var description: String { "\(method) /\(place)\(query) \(body)" }

        /// Makes the request of an engine. Returns the status that a server answers.
        func status(of engine: RulesEngine) async throws -> Int {
            do {
                if method == "GET" {
                    _ = try await engine.read(place, selection)
                } else {
                    try await engine.write(edits)
                }
                return 200
            } catch let error as TreeDatabaseError where error.kind == .permissionDenied {
                return 401
            } catch let error as TreeDatabaseError where error.kind == .indexMissing {
                return 400
            }
        }

        func send(to server: RealtimeDatabaseServer, as user: String?) async throws -> Int {
            let token = user.map { "&auth=" + IDToken.make(uid: $0, claims: []) } ?? ""
            let target = "/\(place).json?\(query)\(token)"
            return try await server.request(method, target, body).status
        }
    }

    private static func request(_ random: inout SplitMix64) -> Request {
        let place = place(&random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return Request(method: "GET", place: place)
        case 8:
            return Request(
                method: "GET", place: place,
                selection: TreeSelection(order: .child(["b", "c"]), limit: .last(1)),
                query: "orderBy=%22b/c%22&limitToLast=1")
        case 1:
            return Request(
                method: "GET", place: place,
                selection: TreeSelection(order: .value, limit: .first(2)),
                query: "orderBy=%22$value%22&limitToFirst=2")
        case 2:
            return Request(
                method: "DELETE", place: place, edits: [TreeEdit(place, .set(PendingValue(nil)))])
        case 3:
            return Request(
                method: "PUT", place: place,
                edits: [TreeEdit(place, .set(PendingValue(nil, serverTimes: [.root])))],
                body: #"{".sv":"timestamp"}"#)
        case 4:
            return Request(
                method: "PUT", place: place, edits: [TreeEdit(place, .increment(1))],
                body: #"{".sv":{"increment":1}}"#)
        case 5:
            let values = ["a", "b/c"].map { ($0, value(1, &random)) }
            return Request(
                method: "PATCH", place: place,
                edits: values.map { key, value in
                    let below = key.split(separator: "/").map { TreeKey(String($0)) }
                    return TreeEdit(place.appending(TreePlace(below)), .set(PendingValue(value)))
                },
                body: "{" + values.map { "\"\($0)\":\(json($1))" }.joined(separator: ",") + "}")
        default:
            let value = value(2, &random)
            return Request(
                method: "PUT", place: place, edits: [TreeEdit(place, .set(PendingValue(value)))],
                body: json(value))
        }
    }

    private static func json(_ value: TreeValue?) -> String {
        String(decoding: ServiceJSONWriter.bytes(of: value, isPretty: false), as: UTF8.self)
    }

    private static func place(_ random: inout SplitMix64) -> TreePlace {
        TreePlace(
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                TreeKey(random.pick(["a", "b", "c"]))
            })
    }

    private static func value(_ depth: Int, _ random: inout SplitMix64) -> TreeValue? {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
        case 0: nil
        case 1: .bool(Bool.random(using: &random))
        case 2: .integer(.random(in: 0...3, using: &random))
        case 3: .string(random.pick(["ana", "ben", "text"]))
        default:
            TreeValue(
                TreeChildren(
                    ["a", "b", "c"].compactMap { key in
                        value(depth - 1, &random).map { (TreeKey(key), $0) }
                    }))
        }
    }

    private static func rules(
        _ depth: Int, _ variables: [String], _ random: inout SplitMix64
    ) -> String {
        var members: [String] = []
        if Bool.random(using: &random) {
            members.append("\".indexOn\": \(random.pick(["\".value\"", "[\"b/c\", \"a\"]"]))")
        }
        for kind in [".read", ".write", ".validate"] where Int.random(in: 0..<3, using: &random) > 0
        {
            members.append("\"\(kind)\": \"\(condition(kind, variables, &random))\"")
        }
        if depth > 0 {
            for key in ["a", "b"] where Bool.random(using: &random) {
                members.append("\"\(key)\": \(rules(depth - 1, variables, &random))")
            }
            if Bool.random(using: &random) {
                let name = "$v\(depth)"
                members.append("\"\(name)\": \(rules(depth - 1, variables + [name], &random))")
            }
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    private static func condition(
        _ kind: String, _ variables: [String], _ random: inout SplitMix64
    ) -> String {
        var conditions = [
            "auth != null", "auth.uid == 'ana'", "data.exists()", "root.child('a/b').exists()",
            "data.child('a').val() == auth.uid", "data.val() > 1", "!data.parent().hasChild('c')",
            "root.child('b/' + auth.uid).exists()", "now > 0",
        ]
        conditions += variables.map { "\($0) == 'a'" }
        if kind == ".read" {
            conditions += ["query.orderByKey", "query.limitToFirst <= 2", "true"]
        } else {
            conditions += [
                "newData.exists()", "newData.isNumber() || newData.hasChildren()",
                "newData.val() != data.val()", "newData.parent().hasChildren(['a'])",
                "newData.val() == data.val() + 1", "newData.val() >= now || newData.val() < 5",
                "newData.child('a').isString()", "true", "true",
            ]
        }
        let first = random.pick(conditions)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return "\(first) && \(random.pick(conditions))"
        case 1: return "\(first) || \(random.pick(conditions))"
        default: return first
        }
    }
}
