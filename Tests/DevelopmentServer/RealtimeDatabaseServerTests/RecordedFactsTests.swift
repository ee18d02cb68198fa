import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

/// Expressions with the live service's decisions, over HTTP.
@Suite struct RecordedFactsTests {
    @Test func theServerDecidesAsTheServiceDid() async throws {
        let lines = try Repository.text(
            of: "Tests/Compiler/SecurityRulesTests/Facts/targaryen.jsonl"
        ).split(separator: "\n").map { try Self.object(String($0)) }
        let users = lines[0].children["users"]?.children
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(["open": 1]))
        #expect(lines.count == 94)
        for fact in lines.dropFirst() {
            let fact = fact.children
            guard case .string(let rule)? = fact["rule"] else { continue }
            let variables = fact["wildchildren"]?.children.map { ($0.key.text, $0.value) } ?? []
            var rules: TreeValue = [".read": .string(rule)]
            var place = TreePlace()
            for (name, value) in variables.reversed() {
                rules = .children(TreeChildren([(TreeKey(name), rules)]))
                if case .string(let key) = value { place.keys.insert(TreeKey(key), at: 0) }
            }
            let put = try await server.request(
                "PUT", "/.settings/rules.json?auth=owner", Self.json(["rules": rules]))
            #expect(put.status == (fact["isValid"] == true ? 200 : 400), "\(rule)")
            guard fact["isValid"] == true else { continue }
            _ = try await server.request("PUT", "/.json?auth=owner", Self.json(fact["data"]))
            let user = fact["user"].flatMap { user -> TreeValue? in
                if case .string(let name) = user { users?[TreeKey(name)] } else { nil }
            }
            let read = try await server.request(
                "GET",
                "/\(place).json?auth=owner&\(Self.query(fact["query"]))"
                    + "auth_variable_override=\(Self.escaped(Self.json(user)))")
            let isAllowed = fact["failAtRuntime"] == false && fact["evaluateTo"] == true
            // Without an index, a query that is allowed is refused for that.
            let statuses = isAllowed ? [200, 400] : [401]
            #expect(statuses.contains(read.status), "\(rule): \(read.body)")
        }
        await onThread { server.stop() }
    }

    private static func query(_ query: TreeValue?) -> String {
        var parameters = ""
        for (key, value) in query?.children ?? [:] {
            switch (key.text, value) {
            case ("orderByValue", _): parameters += "orderBy=%22$value%22&"
            case ("orderByChild", .string(let child)): parameters += "orderBy=%22\(child)%22&"
            default: parameters += "\(key)=\(escaped(json(value)))&"
            }
        }
        return parameters
    }

    private static func object(_ text: String) throws -> TreeValue {
        try #require(try JSONReader.value(Array(text.utf8)))
    }

    private static func json(_ value: TreeValue?) -> String {
        String(decoding: ServiceJSONWriter.bytes(of: value, isPretty: false), as: UTF8.self)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
