import FirebaseDatabase
import Foundation
import TypedDatabase
import TypedDatabaseConformance
import TypedPaths

#if os(Linux)
    /// The engine's.
    typealias NSMutableDictionary = ExactDictionary
#endif

/// Holds FirebaseSDKEngine to what an engine must do, over declarations of the SDK. Prints what fails.
@main enum Checks {
    static func main() async {
        var failures = 0
        for check in EngineConformance.checks {
            failures += await run("\(check)") {
                try await check.run(on: FirebaseSDKEngine(Database().reference()))
            }
        }
        for (name, body) in own { failures += await run(name, body) }
        print("\(EngineConformance.checks.count + own.count) checks, \(failures) failures")
        exit(failures == 0 ? 0 : 1)
    }

    static func run(_ name: String, _ body: @Sendable () async throws -> Void) async -> Int {
        do {
            try await body()
            return 0
        } catch {
            print("\(name): \(error)")
            return 1
        }
    }

    static let own: [(String, @Sendable () async throws -> Void)] = [
        ("the model check passes", modelCheck),
        ("it is made as the documentation says", asDocumented),
        ("bools and numbers stay what they are", scalars),
        ("children with dense integer keys are children", arrays),
        ("places are relative to the reference", relativePlaces),
        ("a refused write, read and watch say so", refusals),
        ("a cancelled write is sent all the same", offlineWrites),
        ("a write that doesn't wait returns at once", unacknowledgedWrites),
        ("the connection's state is known", connection),
        ("a watch that ends leaves no observer", observers),
    ]

    @Sendable static func modelCheck() async throws {
        try await ModelCheck(seed: 1, steps: 200).run(on: FirebaseSDKEngine(Database().reference()))
    }

    @Sendable static func asDocumented() async throws {
        let database = TreeDatabase(FirebaseSDKEngine(Database.database().reference()))
        let path: Path<Bool> = Path.append(Path(), "a")
        try await database.transaction(at: path) { $0 = $0 == nil }
        guard try await database.value(at: path) == true else {
            throw Difference("a bool is a bool")
        }
    }

    @Sendable static func scalars() async throws {
        let engine = FirebaseSDKEngine(Database().reference())
        let value: TreeValue = [
            "a": true, "b": false, "c": 0, "d": 1, "e": .integer(.max), "f": .integer(.min),
            "g": 1.5,
            "h": 1e300, "i": "", "j": "é",
        ]
        try await engine.set(value, at: ["a"])
        try expect(try await engine.read(["a"], .all).value, value)
        try expect(try await engine.read(["a", "d"], .all).value, 1)
        try expect(try await engine.read(["a", "a"], .all).value, true)
    }

    @Sendable static func arrays() async throws {
        let engine = FirebaseSDKEngine(Database().reference())
        try await engine.set(["0": "a", "1": ["0": true], "2": 1], at: ["a"])
        try expect(
            try await engine.read(["a"], .all).value, ["0": "a", "1": ["0": true], "2": 1])
    }

    @Sendable static func relativePlaces() async throws {
        let database = Database()
        let engine = FirebaseSDKEngine(database.reference(withPath: "x/y"))
        try await engine.write([
            TreeEdit(["a"], .set(PendingValue(1))), TreeEdit(["b", "c"], .increment(2)),
        ])
        try expect(database.value, ["x": ["y": ["a": 1, "b": ["c": 2]]]])
        try expect(try await engine.read(.root, .all).value, ["a": 1, "b": ["c": 2]])
    }

    @Sendable static func refusals() async throws {
        let engine = FirebaseSDKEngine(Database(denied: ["a"]).reference())
        let expected = TreeDatabaseError(.permissionDenied, at: ["a", "b"], "Permission Denied")
        await expectError(expected) { try await engine.set(1, at: ["a", "b"]) }
        await expectError(expected) { _ = try await engine.read(["a", "b"], .all) }
        await expectError(expected) { _ = try await engine.watch(["a", "b"], .all).next() }
        await expectError(expected) {
            let nothing = TreeVersion.value(nil)
            let edit = TreeEdit(["a", "b"], .set(PendingValue(1)))
            _ = try await engine.write([edit], ifUnchanged: [PlaceVersion(["a", "b"], nothing)])
        }
    }

    @Sendable static func offlineWrites() async throws {
        let database = Database()
        let engine = FirebaseSDKEngine(database.reference())
        database.goOffline()
        let write = Task { try await engine.set(1, at: ["a"]) }
        while database.value == nil { await Task.yield() }
        write.cancel()
        guard case .failure(let error) = await write.result, error is CancellationError else {
            throw Difference("a write that is cancelled offline throws CancellationError")
        }
        database.goOnline()
        try expect(try await engine.read(["a"], .all).value, 1)
    }

    @Sendable static func unacknowledgedWrites() async throws {
        let database = Database()
        let engine = FirebaseSDKEngine(database.reference(), waitsForServer: false)
        database.goOffline()
        try await engine.set(1, at: ["a"])
        try expect(database.value, ["a": 1])
    }

    @Sendable static func connection() async throws {
        let database = Database()
        for await state in FirebaseSDKEngine(database.reference(withPath: "x")).connection {
            guard state == .connected else { throw Difference("the SDK is connected") }
            break
        }
    }

    @Sendable static func observers() async throws {
        let database = Database()
        let engine = FirebaseSDKEngine(database.reference())
        var watch: (any TreeWatch)? = engine.watch(["a"], .all)
        _ = try await watch?.next()
        guard database.observerCount == 1 else { throw Difference("a watch is an observer") }
        watch = nil
        // The SDK's thread may hold it a moment longer.
        for _ in 0..<1000 where database.observerCount > 0 {
            try await Task.sleep(for: .milliseconds(1))
        }
        guard database.observerCount == 0 else { throw Difference("released, it is none") }
    }
}

struct Difference: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

func expect(_ found: TreeValue?, _ expected: TreeValue?) throws {
    guard found == expected else {
        throw Difference("expected \(expected as Any), found \(found as Any)")
    }
}

func expectError(
    _ expected: TreeDatabaseError, _ body: () async throws -> Void
) async {
    do {
        try await body()
        print("nothing was thrown instead of: \(expected)")
        exit(1)
    } catch {
        guard error as? TreeDatabaseError != expected else { return }
        print("\(error) was thrown instead of: \(expected)")
        exit(1)
    }
}

extension FirebaseSDKEngine {
    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }
}
