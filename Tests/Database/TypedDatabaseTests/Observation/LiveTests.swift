import Foundation
import Observation
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite(.timeLimit(.minutes(1))) @MainActor struct LiveTests {
    private let engine = MemoryEngine()
    private let database: TreeDatabase
    private let board = Path().board("ideas")

    init() {
        database = TreeDatabase(engine)
    }

    /// Waits until a view that shows the result would have to show something else.
    private func nextChange(_ read: @MainActor () -> Void) async {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                read()
            } onChange: {
                continuation.resume()
            }
        }
        // The property is changed once this has returned.
        await Task.yield()
    }

    private func wait(until condition: @MainActor () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func aLiveValueSubscribesWhenItIsRead() async throws {
        let live = LiveValue(database.snapshots(at: board.name))
        await Task.yield()
        #expect(engine.watchCount == 0)
        #expect(live.isLoading)
        await wait { engine.watchCount == 1 && !live.isLoading }
        #expect(live.value == nil)

        async let change: Void = nextChange { _ = live.value }
        try await database.set("Ideas", at: board.name)
        await change
        await wait { live.value == "Ideas" }
    }

    @Test func aLiveValueThatNobodyHasUnsubscribes() async throws {
        var live: LiveValue<String>? = LiveValue(database.snapshots(at: board.name))
        await wait { live?.isLoading == false }
        #expect(engine.watchCount == 1)
        live = nil
        await wait { engine.watchCount == 0 }
    }

    @Test func decodingErrorIsAFailureUntilTheNextValue() async throws {
        try await database.set("a", at: board.name)
        let live = LiveValue(database.snapshots(at: board.name))
        await wait { live.value == "a" }
        try await engine.set(1, at: TreePlace(board.name))
        await wait { live.failure is DecodingError }
        #expect(live.value == "a")
        try await database.set("b", at: board.name)
        await wait { live.value == "b" }
        #expect(live.failure == nil)
    }

    @Test func liveChildrenFollow() async throws {
        let live = LiveChildren(database.children(of: Path().scores).orderedByValue().last(2))
        await wait { !live.isLoading }
        for score in 1...3 { try await database.add(score, to: Path().scores) }
        await wait { (try? live.children.decoded()) == [2, 3] }
    }

    @Test func aFailureThatStaysCanBeTriedAgain() async throws {
        let live = LiveChildren(database.children(of: Path().scores).first(0))
        await wait { live.failure != nil }
        #expect(!live.isLoading)
        #expect((live.failure as? TreeDatabaseError)?.kind == .invalidQuery)
        live.retry()
        #expect(live.failure == nil)
        await wait { live.failure != nil }
    }

    @Test func livePagesLoadOnePageAfterTheOther() async throws {
        for score in 1...5 { try await database.add(score, to: Path().scores) }
        let live = LivePages(database.children(of: Path().scores), pageSize: 2)
        #expect(live.children.isEmpty)

        let loading = live.loadMore()
        guard case .loading = live.state else {
            Issue.record("\(live.state)")
            return
        }
        await live.loadMore().value
        await loading.value
        #expect(try live.children.decoded() == [1, 2])

        await live.loadMore().value
        #expect(try live.children.decoded() == [1, 2, 3, 4])
        #expect(!live.isAtEnd)
        await live.loadMore().value
        await live.loadMore().value
        #expect(try live.children.decoded() == [1, 2, 3, 4, 5])
        #expect(live.isAtEnd)

        try await database.remove(at: live.children[0].path)
        await live.reload().value
        #expect(try live.children.decoded() == [2, 3])
    }

    @Test func aPageThatFailsCanBeTriedAgain() async throws {
        let live = LivePages(database.children(of: Path().scores), pageSize: 0)
        for _ in 0..<2 {
            await live.loadMore().value
            guard case .failed(let error as TreeDatabaseError) = live.state else {
                Issue.record("\(live.state)")
                return
            }
            #expect(error.kind == .invalidQuery)
        }
    }

    @Test func modelsAreDecodedWhereTheCallerIs() async throws {
        try await engine.set(["x": 1], at: ["a"])
        let path: Path<MainActorModel> = Path.append(Path(), "a")
        let models: Path<MainActorModel>.Collection = Path.append(Path(), "list")
        _ = try await database.value(at: path)
        for try await _ in database.snapshots(at: path) { break }
        try await database.set(MainActorModel(), at: path)
        try await database.transaction(at: path) { $0 = MainActorModel() }
        try await database.write { $0.set(MainActorModel(), at: path) }
        let added = try await database.add(MainActorModel(), to: models)
        #expect(try await database.exists(at: added))
        for try await snapshot in database.children(of: models).snapshots() {
            _ = try snapshot.decoded()
            break
        }
        let live = LiveValue(database.snapshots(at: path))
        await wait { live.value != nil }
    }
}

/// A model of an app that is isolated to the main actor: its conformances are, too.
@MainActor private final class MainActorModel: @MainActor Codable {
    var x = 1

    init() {}

    init(from decoder: any Decoder) throws {
        MainActor.assertIsolated()
        x = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .x)
    }

    func encode(to encoder: any Encoder) throws {
        MainActor.assertIsolated()
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(x, forKey: .x)
    }

    private nonisolated enum Key: CodingKey {
        case x
    }
}
