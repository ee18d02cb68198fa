import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseRules
import TypedDatabaseSQLite
import TypedPaths

/// What an app's tests see of rules.
@Suite struct RulesEngineTests {
    private static let rules = """
        {
          "rules": {
            "rooms": {
              "$room": {
                ".read": "root.child('members').child($room).hasChild(auth.uid)",
                "messages": {
                  "$message": {
                    ".write": "root.child('members/' + $room + '/' + auth.uid).val() == true",
                    ".validate": "newData.hasChildren(['text', 'at'])",
                    "text": { ".validate": "newData.isString() && newData.val().length < 10" },
                    "at": { ".validate": "newData.val() == now" },
                    "$other": { ".validate": false }
                  }
                }
              }
            },
            "members": {
              "$room": {
                "$user": { ".write": "$user == auth.uid || auth.token.admin == true" }
              }
            },
            "counter": { ".write": "newData.val() == data.val() + 1", ".read": true },
            "list": {
              ".read": "query.orderByChild == 'at' && query.limitToLast <= 10",
              ".indexOn": "at"
            },
            "scores": { ".read": "auth != null", ".indexOn": ["name/last", ".value"] }
          }
        }
        """

    private static let data: TreeValue = [
        "members": ["lobby": ["ana": true]], "counter": 1,
        "rooms": ["lobby": ["messages": ["m1": ["text": "Hi", "at": 1]]]],
    ]

    private let store = MemoryEngine(Self.data)

    private func engine(_ auth: RulesAuth?, over store: (any DatabaseEngine)? = nil) throws
        -> RulesEngine
    {
        RulesEngine(store ?? self.store, rules: try SecurityRules(Self.rules), auth: auth)
    }

    private func message(_ text: String) -> PendingValue {
        PendingValue(["text": .string(text)], serverTimes: [["at"]])
    }

    private static let second: TreePlace = ["rooms", "lobby", "messages", "m2"]

    @Test func membersReadAndWrite() async throws {
        let ana = try engine(.user("ana"))
        try await ana.write([TreeEdit(Self.second, .set(message("Hello")))])
        let room = try await ana.read(["rooms", "lobby", "messages"], .all).value
        #expect(room?.children.count == 2)
        let watch = ana.watch(["rooms", "lobby"], .all)
        #expect(try await watch.next().count == 1)
    }

    @Test func othersDoNot() async throws {
        let ben = try engine(.user("ben"))
        for place: TreePlace in [["rooms", "lobby"], ["rooms"], [], ["members", "lobby"]] {
            await expectRefusal { try await ben.read(place, .all) }
            await expectRefusal { try await ben.keys(of: place, .all) }
            await expectRefusal { try await ben.count(of: place, .all) }
            await expectRefusal { try await ben.exists(place) }
            await expectRefusal { try await ben.watch(place, .all).next() }
        }
        await expectRefusal {
            try await ben.write([TreeEdit(Self.second, .set(self.message("Hello")))])
        }
        await expectRefusal { try await self.engine(nil).read(["rooms", "lobby"], .all) }
        #expect(store.value == Self.data)
    }

    @Test func newDataAreValidated() async throws {
        let ana = try engine(.user("ana"))
        for value in [
            message("much too long"), PendingValue(["text": "Hi", "at": 5]),
            PendingValue(["text": "Hi"]), PendingValue(["text": 5], serverTimes: [["at"]]),
            PendingValue(["text": "Hi", "other": 1], serverTimes: [["at"]]),
        ] {
            await expectRefusal { try await ana.write([TreeEdit(Self.second, .set(value))]) }
        }
        let first: TreePlace = ["rooms", "lobby", "messages", "m1"]
        try await ana.write([TreeEdit(first, .set(PendingValue(nil)))])
        #expect(store.value?.children["rooms"] == nil)
    }

    @Test func severalPlacesAreWrittenTogetherOrNotAtAll() async throws {
        let ben = try engine(.user("ben"))
        let join = TreeEdit(["members", "lobby", "ben"], .set(PendingValue(true)))
        // Rules see the data before the write in `root`.
        await expectRefusal {
            try await ben.write([join, TreeEdit(Self.second, .set(self.message("Hello")))])
        }
        #expect(store.value == Self.data)
        try await ben.write([join])
        try await ben.write([TreeEdit(Self.second, .set(message("Hello")))])
    }

    @Test func claimsAreMembersOfTheToken() async throws {
        let place: TreePlace = ["members", "lobby", "cleo"]
        let edit = TreeEdit(place, .set(PendingValue(true)))
        await expectRefusal { try await self.engine(.user("ana")).write([edit]) }
        try await engine(.user("ana", claims: ["admin": true])).write([edit])
        #expect(store.value[place] == true)
    }

    @Test func sumsAreComputedBeforeRulesSeeThem() async throws {
        let ana = try engine(.user("ana"))
        await expectRefusal { try await ana.write([TreeEdit(["counter"], .increment(2))]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { try await ana.write([TreeEdit(["counter"], .increment(1))]) }
            }
            try await group.waitForAll()
        }
        #expect(store.value?.children["counter"] == 21)
    }

    @Test func queriesAreSeen() async throws {
        let ana = try engine(.user("ana"))
        let byAt = TreeSelection(order: .child(["at"]), limit: .last(10))
        _ = try await ana.read(["list"], byAt)
        await expectRefusal { try await ana.read(["list"], .all) }
        await expectRefusal {
            try await ana.read(["list"], TreeSelection(order: .child(["at"]), limit: .last(11)))
        }
    }

    /// Without bounds and a limit, all children are requested, and no query.
    @Test func queriesNeedTheIndexesThatTheServiceDemands() async throws {
        let ana = try engine(.user("ana"))
        let place: TreePlace = ["scores"]
        let last = TreeSelection.Limit.last(1)
        for order: TreeSelection.Order in [.key, .value, .child(["name", "last"])] {
            _ = try await ana.read(place, TreeSelection(order: order, limit: last))
        }
        _ = try await ana.count(of: place, TreeSelection(order: .child(["at"])))
        let selection = TreeSelection(order: .child(["at"]), limit: last)
        let requests: [() async throws -> Void] = [
            { _ = try await ana.read(place, selection) },
            { _ = try await ana.keys(of: place, selection) },
            { _ = try await ana.count(of: place, selection) },
            { _ = try await ana.watch(place, selection).next() },
        ]
        for request in requests {
            let error = await #expect(throws: TreeDatabaseError.self) { try await request() }
            #expect(error?.kind == .indexMissing)
            #expect(
                error?.message
                    == #"Index not defined, add ".indexOn": "at", for path "/scores", to the rules"#
            )
        }
        await expectRefusal { try await self.engine(nil).read(place, selection) }
    }

    @Test func rulesSeeTheQueryThatIsSent() async throws {
        let ana = try engine(.user("ana"))
        // The bound is requested inclusively, with room for its child.
        var page = TreeSelection(order: .child(["at"]), limit: .last(10))
        page.upper = TreeSelection.Bound(.value(7, "m1"), isInclusive: false)
        await expectRefusal { try await ana.read(["list"], page) }
        page.limit = .last(9)
        _ = try await ana.read(["list"], page)
    }

    @Test func aWriteThatAlwaysLosesEnds() async throws {
        let counter = TreeEdit(["counter"], .increment(1))
        let busy = try engine(.user("ana"), over: BusyEngine())
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await busy.write([counter])
        }
        #expect(error?.kind == .conflict)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await busy.write([counter])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aRefusalNamesTheRuleAndTheValuesThatDecided() async throws {
        let ben = TreeDatabase(try engine(.user("ben")))
        let text: Path<String> = Path.append(Path(), "rooms", "lobby")
        let error = await #expect(throws: TreeDatabaseError.self) {
            _ = try await ben.value(at: text)
        }
        #expect(error?.kind == .permissionDenied)
        #expect(
            "\(try #require(error))" == """
                rooms/lobby: the security rules refuse this read: .read of /rooms/$room is false: \
                root.child('members').child($room).hasChild(auth.uid)
                  $room is "lobby"
                  auth is {"provider": "custom", "token": {…}, "uid": "ben"}
                  auth.uid is "ben"
                """)
    }

    @Test func aRuleWhoseEvaluationFailsSaysWhy() async throws {
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await self.engine(nil).write([
                TreeEdit(Self.second, .set(self.message("Hello")))
            ])
        }
        #expect(
            error?.message.hasSuffix(
                "auth.uid is null\n  'members/' + $room + '/' + auth.uid is an error: "
                    + "+ can't take a string and null") ?? false, "\(error?.message ?? "")")
    }

    @Test func filesAreReadAsFarAsRulesNeed() async throws {
        let folder = try TemporaryFolder()
        let file = try SQLiteEngine(at: folder.path("data.sqlite"))
        try await file.write([TreeEdit(.root, .set(PendingValue(Self.data)))])
        try await engine(.user("ana"), over: file).write([
            TreeEdit(Self.second, .set(message("Hello")))
        ])
        await expectRefusal {
            try await self.engine(.user("ben"), over: file).read(["rooms", "lobby"], .all)
        }
    }

    @Test func rulesMayAskForAnyNumberOfPlaces() async throws {
        let rules = try SecurityRules(
            #"{ "rules": { ".write": true, "a": { "$key": { ".validate": "!data.exists()" } } } }"#)
        let engine = RulesEngine(store, rules: rules, auth: nil)
        let children = TreeChildren((0..<100).map { (TreeKey("key\($0)"), true as TreeValue) })
        let edit = TreeEdit(["a"], .set(PendingValue(.children(children))))
        try await engine.write([edit])
        await expectRefusal { try await engine.write([edit]) }
    }

    @Test func rulesWithErrorsAreNotTaken() {
        let error = #expect(throws: SecurityRulesError.self) {
            try SecurityRules(
                """
                {
                  "rules": {
                    ".read": "auth.uid = 'ana'",
                    "a": { ".write": "data.child(\\"x\\").isArray()", ".validate": "newData.val()" },
                    "$x": { "$x": { ".read": "newData.exists()" } }
                  }
                }
                """)
        }
        #expect(
            error?.messages == [
                "3:24: this is not an expression of security rules: unexpected '='"
            ])
    }

    private func expectRefusal(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> some Any
    ) async {
        let error = await #expect(throws: TreeDatabaseError.self, sourceLocation: sourceLocation) {
            _ = try await body()
        }
        #expect(error?.kind == .permissionDenied, sourceLocation: sourceLocation)
    }
}

/// An engine whose data somebody else changes before each conditional write.
private struct BusyEngine: DatabaseEngine {
    private let base = MemoryEngine(["counter": 1])

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await base.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws { try await base.write(edits) }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await base.write([TreeEdit(["counter"], .increment(1))])
        return try await base.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        base.watch(place, selection)
    }
}
