import TestSupport
import Testing
import TypedDatabase
import TypedPaths

/// What is stored is checked against the types of a schema.
@Suite struct DataCheckTests {
    private struct Player: Codable {
        var name: String
        var score: Int?
        var tags: [String: Bool]?
    }

    private struct UserID: RawRepresentable, PathKey {
        let rawValue: String
        init?(rawValue: String) {
            guard rawValue.hasPrefix("u") else { return nil }
            self.rawValue = rawValue
        }
    }

    private struct NotDecodable {}

    private static var checks: DataChecks {
        var checks = DataChecks()
        checks.add("players/<playerId>", Player.self)
        checks.add("players/<playerId>/score", Int?.self)
        checks.add("rooms/<roomId>/color", String.self)
        checks.add("rooms/<roomId>/messages/<messageId>", String.self)
        checks.addKeys("users/<userId: UserID>", UserID.self)
        checks.add("users/<userId: UserID>", Bool.self)
        checks.add("comments/<commentId>/text", String.self)
        checks.addSame("comments/<commentId>/replies/<replyId>", as: "comments/<commentId>")
        checks.add("other", NotDecodable.self)
        return checks
    }

    private static func report(_ value: TreeValue?) async throws -> DataReport {
        try await TreeDatabase(MemoryEngine(value)).check(checks)
    }

    @Test func nothingHasNoProblem() async throws {
        let report = try await Self.report(nil)
        #expect(report.problems.isEmpty && report.checkedCount == 0)
    }

    @Test(
        arguments: [
            (
                ["players": ["ana": ["name": "Ana", "score": "12"], "bob": ["score": 3]]],
                """
                players/<playerId>   2 checked, 2 don't decode
                  players/ana/score  expected Int, found "12"
                  players/bob        no value for key 'name'
                """
            ),
            (
                ["rooms": ["a": ["colour": 1], "b": ["colour": 2, "messages": "none"]]],
                """
                rooms/<roomId>/colour    2 values where the schema has nothing: did you mean 'color'?
                rooms/<roomId>/messages  expected children, found "none", as at rooms/b/messages
                """
            ),
            (
                ["users": ["u1": true, "guest": true, "x": 1]],
                """
                users/<userId: UserID>  3 checked, 1 don't decode
                  users/x               expected Bool, found 1
                users/<userId: UserID>  2 keys are no UserID: "guest", "x"
                """
            ),
            (
                ["comments": ["a": ["replies": ["b": ["replies": ["c": ["text": 7]]]]]]],
                """
                comments/<commentId>/text           1 checked, 1 don't decode
                  comments/a/replies/b/replies/c/text  expected String, found 7
                """
            ),
            (["other": 1], "other  1 not checked: NotDecodable isn't Decodable"),
            (["players": ["ana": ["name": "Ana", "more": 1]]], "1 values checked  no problem"),
            ("text", "  expected children, found \"text\", as at "),
        ] as [(TreeValue, String)])
    func problemsAreReported(value: TreeValue, text: String) async throws {
        let report = try await Self.report(value)
        let lines = report.description.split(separator: "\n").map(Self.words)
        #expect(lines == text.split(separator: "\n").map(Self.words), "\(report)")
    }

    private static func words(of line: Substring) -> [Substring] { line.split(separator: " ") }

    /// Each misfit that is planted in random data is found, with the exact count, and nothing else.
    @Test func plantedMisfitsAreCounted() async throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(20) {
            var value: TreeValue?
            var counts = ["no name": 0, "score": 0, "colour": 0, "message": 0, "key": 0]
            for index in 0..<Int.random(in: 1...2500, using: &random) {
                let isBad = Int.random(in: 0..<20, using: &random) == 0
                let key = TreeKey("k\(index)")
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    value[["players", key]] = isBad ? ["score": 1] : ["name": "A", "score": 1]
                    counts["no name", default: 0] += isBad ? 1 : 0
                case 1:
                    value[["players", key]] = ["name": "A", "score": isBad ? "1" : 1]
                    counts["score", default: 0] += isBad ? 1 : 0
                case 2:
                    value[["rooms", key]] = isBad ? ["colour": "red"] : ["color": "red"]
                    counts["colour", default: 0] += isBad ? 1 : 0
                case 3:
                    value[["rooms", "big", "messages", key]] = isBad ? true : "Hi"
                    counts["message", default: 0] += isBad ? 1 : 0
                default:
                    value[["users", isBad ? key : TreeKey("u\(index)")]] = true
                    counts["key", default: 0] += isBad ? 1 : 0
                }
            }
            let report = try await Self.report(value)
            #expect(report.problems.allSatisfy { $0.examples.count == min(3, $0.count) })
            let found = report.problems.map { ($0.pattern + $0.reason, $0.count) }
            let expected = [
                ("players/<playerId>no value for key 'name'", "no name"),
                ("players/<playerId>expected Int, found \"1\"", "score"),
                ("rooms/<roomId>/colour: did you mean 'color'?", "colour"),
                ("rooms/<roomId>/messages/<messageId>expected String, found true", "message"),
                ("users/<userId: UserID>no UserID", "key"),
            ].map { ($0, counts[$1] ?? 0) }.filter { $0.1 > 0 }
            #expect(
                Dictionary(uniqueKeysWithValues: found)
                    == Dictionary(uniqueKeysWithValues: expected))
            #expect(report.patterns.allSatisfy { $0.failureCount <= $0.count })
        }
    }

    /// However many different keys are unknown, the report stays small, and its counts exact.
    @Test func reportsStaySmall() async throws {
        let names = (0..<1000).map { (TreeKey("name\($0)"), TreeValue.integer(1)) }
        let report = try await Self.report(["rooms": ["a": .children(TreeChildren(names))]])
        #expect(report.problems.count == 51)
        #expect(report.problems.map(\.count).reduce(0, +) == 1000)
        #expect(report.problems.last?.pattern == "rooms/<roomId>/…")
    }

    private struct Device: Decodable {
        var version: Int
    }

    private struct User: Decodable {
        var devices: [String: Device]
        var scores: [Int]?
    }

    /// The keys of a dictionary don't make problems different, whether the schema lists it or not.
    @Test(arguments: [false, true])
    func failuresInADictionaryAreOneProblem(_ isListed: Bool) async throws {
        var checks = DataChecks()
        checks.add("users/<userId>", User.self)
        if isListed { checks.add("users/<userId>/devices/<deviceId>", Device.self) }
        let users = (0..<2_000).map { index -> (TreeKey, TreeValue) in
            let version: TreeValue = index < 1_500 ? "1" : 1
            let scores: TreeValue = index < 1_500 ? ["0": 1] : ["\(index % 3)": "x"]
            return (
                "u\(index)", ["devices": ["d\(index)": ["version": version]], "scores": scores]
            )
        }
        let engine = MemoryEngine(["users": .children(TreeChildren(users))])
        let report = try await TreeDatabase(engine).check(checks)
        #expect(report.problems.map(\.count) == [1_500, 500], "\(report)")
        #expect(
            report.problems.first?.examples == [
                ["users", "u0", "devices", "d0", "version"],
                ["users", "u1", "devices", "d1", "version"],
                ["users", "u10", "devices", "d10", "version"],
            ])
        #expect(report.description.contains("(1,500 like this)"), "\(report)")
    }

    @Test func progressIsReported() async throws {
        let users = (0..<2500).map { (TreeKey("u\($0)"), TreeValue.bool(true)) }
        let engine = MemoryEngine(["users": .children(TreeChildren(users))])
        var counts: [Int] = []
        _ = try await TreeDatabase(engine).check(Self.checks) { counts.append($0) }
        #expect(counts.contains(1000) && counts.last == 2500)
    }
}
