import DatabaseTransport
import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirestore

/// Watches of Google's emulator.
@Suite(.serialized, .enabled(if: FirestoreEngine.emulatorHost != nil), .timeLimit(.minutes(20)))
struct EmulatorWatchTests {
    private static let layout = DocumentLayout(
        collections: ["users", "users/<userId>/pets", "rooms"])

    private let project: FirestoreProject

    init() throws {
        project = try FirestoreProject()
    }

    private func engine(
        _ transport: any HTTPTransport = SystemTransport.make()
    ) throws -> FirestoreEngine {
        try FirestoreEngine(
            project.address, project: project.id, layout: Self.layout,
            token: { .accessToken("owner") }, transport: transport, settings: .fast)
    }

    // MARK: - Places

    @Test func aWatchOfADocumentHasItsOwnFields() async throws {
        let engine = try engine()
        let watch = engine.watch(["users", "ann"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
        try await engine.set(["name": "Ann", "age": 1], at: ["users", "ann"])
        #expect(try await watch.next() == [TreeUpdate(.root, ["name": "Ann", "age": 1])])
        try await engine.set(["name": "Rex"], at: ["users", "ann", "pets", "rex"])
        try await engine.set(2, at: ["users", "ann", "age"])
        #expect(try await watch.next() == [TreeUpdate(["age"], 2)])
        try await engine.set(nil, at: ["users", "ann"])
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
    }

    @Test func watchesOfFieldsAndSubcollectionsHaveTheirParts() async throws {
        let engine = try engine()
        let city = engine.watch(["users", "ann", "address", "city"], .all)
        let pets = engine.watch(["users", "ann", "pets"], .all)
        #expect(try await city.next() == [TreeUpdate(.root, nil)])
        #expect(try await pets.next() == [TreeUpdate(.root, nil)])
        try await engine.set(["city": "Köln 😀", "zip": "1"], at: ["users", "ann", "address"])
        #expect(try await city.next() == [TreeUpdate(.root, "Köln 😀")])
        try await engine.set("2", at: ["users", "ann", "address", "zip"])
        try await engine.set(["name": "Rex"], at: ["users", "ann", "pets", "rex"])
        var state: TreeValue?
        try await pets.reach(["rex": ["name": "Rex"]], from: &state)
        try await engine.set(nil, at: ["users", "ann", "address"])
        #expect(try await city.next() == [TreeUpdate(.root, nil)])
    }

    @Test func typedSnapshotsAndChangesFollowACollection() async throws {
        let engine = try engine()
        let database = TreeDatabase(engine)
        let users: Path<Player>.Collection = Path.append(Path(), "users")
        func user(_ id: String) -> Path<Player> { Path.append(Path(), "users", id) }
        try await database.set(Player(score: 1), at: user("ann"))
        try await database.set(Player(score: 2), at: user("bob"))
        let query = database.children(of: users).ordered(byChild: "score").last(2)
        var snapshots = query.snapshots().makeAsyncIterator()
        var changes = query.changes().makeAsyncIterator()
        #expect(try await snapshots.next()?.map(\.key) == ["ann", "bob"])
        #expect(try await changes.next()?.children.map(\.key) == ["ann", "bob"])
        try await database.set(Player(score: 3), at: user("cid"))
        #expect(try await snapshots.next()?.map(\.key) == ["bob", "cid"])
        #expect(try await changes.next()?.children.map(\.key) == ["bob", "cid"])
    }

    @Test func aRefusalEndsItsWatchOnly() async throws {
        try await project.send(
            "/emulator/v1/projects/\(project.id):securityRules",
            #"{"rules":{"files":[{"name":"firestore.rules","content":"service cloud.firestore { match /databases/{d}/documents { match /users/{x=**} { allow read: if true; } } }"}]}}"#,
            .put)
        let user = try FirestoreEngine(
            project.address, project: project.id, layout: Self.layout,
            transport: SystemTransport.make(), settings: .fast)
        let users = user.watch(["users"], .all)
        let rooms = user.watch(["rooms"], .all)
        #expect(try await users.next() == [TreeUpdate(.root, nil)])
        await #expect {
            try await rooms.next()
        } throws: { error in
            let error = error as? TreeDatabaseError
            return error?.kind == .permissionDenied && error?.place == ["rooms"]
        }
        try await engine().set(["age": 1], at: ["users", "ann"])
        var state: TreeValue?
        try await users.reach(["ann": ["age": 1]], from: &state)
    }

    /// The emulator may tell of a commit after it has answered it.
    @Test func aWatchThatBeginsAfterAWriteHasIt() async throws {
        let engine = try engine()
        let first = engine.watch(["users", "ann"], .all)
        _ = try await first.next()
        for count in 0..<Int64(Effort.times(200)) {
            try await engine.set(.integer(count), at: ["users", "ann", "n"])
            let watch = engine.watch(["users", "ann", "n"], .all)
            #expect(try await watch.next() == [TreeUpdate(.root, .integer(count))])
            watch.cancel()
        }
        var state: TreeValue?
        let last = TreeValue.integer(Int64(Effort.times(200)) - 1)
        try await first.reach(["n": last], from: &state)
        #expect(engine.hub.sessionCount == 1)
    }

    @Test func randomSelectionsAreThoseOfTheTree() async throws {
        let engine = try engine()
        var input = RandomSelections(random: SplitMix64(seed: Seed.make()))
        for _ in 0..<Effort.times(4) {
            let collection: TreePlace = ["users", "u\(input.below(1_000_000))", "pets"]
            var model: TreeValue?
            let selections = (0..<15).map { _ in input.selection() }
            let watches = selections.map { engine.watch(collection, $0) }
            var states = [TreeValue?](repeating: .string("unknown"), count: watches.count)
            for _ in 0..<12 {
                try await engine.write(input.edits(of: collection, &model))
                for index in watches.indices {
                    let expected = selections[index].select(from: model)
                    while states[index] != expected {
                        for update in try await watches[index].next() {
                            states[index][update.place] = update.value
                        }
                    }
                }
            }
            for watch in watches { watch.cancel() }
        }
    }

    // MARK: - Load

    @Test func aHundredWatchesShareASession() async throws {
        let engine = try engine()
        let places = (0..<100).map { ["users", "u\($0)"] as TreePlace }
        let watches = places.map { engine.watch($0, .all) }
        for watch in watches { #expect(try await watch.next() == [TreeUpdate(.root, nil)]) }
        try await engine.write(places.map { TreeEdit($0, .set(PendingValue(["n": 1]))) })
        for watch in watches { #expect(try await watch.next() == [TreeUpdate(.root, ["n": 1])]) }
        #expect(engine.hub.sessionCount == 1)
        #expect(engine.hub.targetCount == 100)
    }

    /// Three writers, each of which writes the same number to documents of two collections.
    @Test func nothingIsLostUnderThreeWritersAndNothingTornThatWasToldWhole() async throws {
        let transport = CuttingTransport()
        let engine = try engine(transport)
        let last = Int64(Effort.times(60))
        let users = engine.watch(["users"], .all)
        let room = engine.watch(["rooms", "w0-0"], .all)
        _ = try await users.next()
        _ = try await room.next()
        let expected = TreeValue.children(
            TreeChildren(ThreeWriters.keys.map { ($0, ["n": .integer(last)]) }))
        let seen = Locked<[TreeValue]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    let client = try self.engine()
                    for number in 1...last {
                        let edits = ThreeWriters.documents(of: writer).map {
                            TreeEdit($0, .set(PendingValue(["n": .integer(number)])))
                        }
                        try await client.write(edits)
                    }
                }
            }
            group.addTask {
                var state: TreeValue?
                while state != expected {
                    for update in try await users.next() { state[update.place] = update.value }
                    seen.withLock { [state] in $0 += [state].compactMap(\.self) }
                }
            }
            group.addTask {
                var state: TreeValue?
                try await room.reach(["n": .integer(last)], from: &state)
            }
            try await group.waitForAll()
        }
        let told = try ToldStates(transport.listened, "/users/").states
        for state in seen.withLock({ $0 }) { #expect(told.contains(ThreeWriters.numbers(state))) }
        #expect(told.count > 1)
    }

    // MARK: - Connections that break

    @Test func aConnectionMayBreakAnywhere() async throws {
        let writer = try engine()
        var random = SplitMix64(seed: Seed.make())
        let stride = max(1, 37 / Effort.times(1))
        var length = Int.random(in: 0..<stride, using: &random)
        var run = 0
        while true {
            run += 1
            let transport = CuttingTransport(after: length)
            let engine = try engine(transport)
            let collection: TreePlace = ["users", "u\(run)", "pets"]
            try await writer.set(["n": 0], at: collection.appending("ann"))
            let all = engine.watch(collection, .all)
            let ann = engine.watch(collection.appending("ann").appending("n"), .all)
            var states: (all: TreeValue?, ann: TreeValue?)
            try await all.reach(["ann": ["n": 0]], from: &states.all)
            try await ann.reach(0, from: &states.ann)
            try await writer.write([
                TreeEdit(collection.appending("ann"), .set(PendingValue(["n": 1]))),
                TreeEdit(collection.appending("é😀"), .set(PendingValue(["n": 1]))),
            ])
            try await all.reach(["ann": ["n": 1], "é😀": ["n": 1]], from: &states.all)
            try await ann.reach(1, from: &states.ann)
            try await writer.set(nil, at: collection.appending("ann"))
            try await all.reach(["é😀": ["n": 1]], from: &states.all)
            try await ann.reach(nil, from: &states.ann)
            if !transport.hasCut { break }
            length += stride
        }
        #expect(length > 2_000)
    }

    @Test(.enabled(if: EmulatorProcess.jar != nil))
    func theEmulatorMayBeStoppedAndStartedUnderFiftyWatches() async throws {
        let emulator = try await EmulatorProcess()
        var settings = TransportSettings.fast
        // An emulator that is starting may take a request and never answer it.
        settings.timeouts.idle = .seconds(5)
        let engine = try FirestoreEngine(
            FirestoreAddress(emulator: emulator.host), project: "demo", layout: Self.layout,
            token: { .accessToken("owner") }, transport: SystemTransport.make(),
            settings: settings)
        let places = (0..<50).map { ["users", "u\($0)"] as TreePlace }
        let watches = places.map { engine.watch($0, .all) }
        var states = [TreeValue?](repeating: nil, count: 50)
        for watch in watches { #expect(try await watch.next() == [TreeUpdate(.root, nil)]) }
        for number in 1...3 as ClosedRange<Int64> {
            let value: TreeValue = ["n": .integer(number)]
            try await engine.write(places.map { TreeEdit($0, .set(PendingValue(value))) })
            for index in watches.indices {
                try await watches[index].reach(value, from: &states[index])
            }
            emulator.stop()
            try await emulator.start()
            // The emulator keeps nothing.
            for index in watches.indices {
                try await watches[index].reach(nil, from: &states[index])
            }
        }
    }

    private struct Player: Codable, Hashable {
        var score: Int
    }
}
