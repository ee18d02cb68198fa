import DatabaseTransport
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

/// Random operations of one engine, beside those of another client, against the history of the
/// server's states. With `TEST_EFFORT=150`, there are 300 runs of 1,000 operations.
@Suite(.serialized) struct RandomRunTests {
    @Test func watchesShowStatesOfTheServerInOrderAndBeginWithWritesThatHaveReturned()
        async throws
    {
        var seeds = SplitMix64(seed: Seed.make())
        var counts = RandomRun.Counts()
        for number in 0..<Effort.times(2) {
            let run = try RandomRun(seed: seeds.next())
            do {
                try await run.run(operations: 1_000)
            } catch {
                Issue.record("run \(number), with seed \(run.seed): \(error)")
            }
            await run.server.stopped()
            counts.add(run.counts)
        }
        print("\(counts)")
    }
}

/// The server's data, with each state that they have had.
private final class HistoryEngine: DatabaseEngine {
    private struct State {
        var states: [TreeValue?] = [nil]
        var edits: [[TreeEdit]] = [[]]
    }

    private let engine = MemoryEngine()
    private let state = Locked(State())

    /// The number of the latest state.
    var last: Int { state.withLock { $0.states.count - 1 } }

    func states(from first: Int) -> ArraySlice<TreeValue?> {
        state.withLock { $0.states[first...] }
    }

    /// Returns the number of the first state after one that some edits have led to.
    func number(of edits: [TreeEdit], after number: Int) -> Int? {
        state.withLock { state in
            state.edits[(number + 1)...].firstIndex { made in edits.allSatisfy(made.contains) }
        }
    }

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await engine.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws {
        // Before a read can have them.
        record(edits)
        try await engine.write(edits)
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        let result = try await engine.write(edits, ifUnchanged: versions)
        if case .written = result { record(edits) }
        return result
    }

    /// The server makes one write at a time.
    private func record(_ edits: [TreeEdit]) {
        state.withLock { state in
            var value = state.states.last ?? nil
            for edit in edits { value[edit.place] = edit.resolved(at: 0, from: value[edit.place]) }
            state.states.append(value)
            state.edits.append(edits)
        }
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        engine.watch(place, selection)
    }
}

private final class RandomRun: Sendable {
    struct Counts: Sendable {
        var writes = 0
        var cancelled = 0
        var watches = 0
        var updates = 0
        var streams = 0

        mutating func add(_ other: Counts) {
            writes += other.writes
            cancelled += other.cancelled
            watches += other.watches
            updates += other.updates
            streams += other.streams
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let seed: UInt64
    let server: RealtimeDatabaseServer
    private let history = HistoryEngine()
    private let engine: FirebaseEngine
    private let other: FirebaseEngine
    private let counted = Locked(Counts())

    /// The places of the engine's writes that have returned, each with the first state that has it.
    private let returned = Locked<[(place: TreePlace, number: Int)]>([])
    private let lastNumber = Locked<Int64>(0)

    /// The edits of cancelled writes, with the state after a later write to their places.
    private let overwritten = Locked<[(edits: [TreeEdit], number: Int)]>([])

    var counts: Counts { counted.withLock { $0 } }

    init(seed: UInt64) throws {
        self.seed = seed
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        options.keepAliveInterval = 0.1
        server = try RealtimeDatabaseServer(engine: history, options: options)
        var settings = TransportSettings.fast
        settings.silence = .seconds(2)
        func makeEngine(_ server: RealtimeDatabaseServer) throws -> FirebaseEngine {
            try FirebaseEngine(
                url: server.url, token: nil, transport: SystemTransport.make(), settings: settings)
        }
        engine = try makeEngine(server)
        other = try makeEngine(server)
        let random = Locked(SplitMix64(seed: seed))
        let hasFaults = seed % 2 == 0
        server.faults.decide { [counted] request in
            guard request.headers["accept"] == "text/event-stream" else { return nil }
            counted.withLock { $0.streams += 1 }
            return random.withLock { random in
                switch Int.random(in: 0..<10, using: &random) {
                case 0 where hasFaults: .cut(after: .random(in: 0...1_000, using: &random))
                case 1 where hasFaults: .reset(after: .random(in: 0...1_000, using: &random))
                case 2 where hasFaults: .stall(after: .random(in: 0...300, using: &random))
                case 3...5: .pieces(of: .random(in: 1...20, using: &random))
                default: nil
                }
            }
        }
    }

    func run(operations count: Int) async throws {
        var random = SplitMix64(seed: seed)
        let watches = try await withThrowingTaskGroup(of: [Watch].self) { group in
            let writers = 4
            for writer in 0..<writers {
                let seed = random.next()
                let engine = writer == 0 ? other : engine
                group.addTask {
                    var random = SplitMix64(seed: seed)
                    return try await self.operate(
                        count / writers, of: engine, sums: "s\(writer)", using: &random)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try checkCancelled()
        let state = history.states(from: history.last).last ?? nil
        for watch in watches where watch.isEndless {
            let end = watch.selection.select(from: state[watch.place])
            guard try await eventually({ watch.shown.withLock { $0 } == end }) else {
                throw Failure(description: "a watch of \(watch.place) never shows the last state")
            }
        }
        for watch in watches {
            watch.task.cancel()
            try await watch.task.value
        }
    }

    private func operate(
        _ count: Int, of engine: FirebaseEngine, sums: TreeKey, using random: inout SplitMix64
    ) async throws -> [Watch] {
        let isMain = engine === self.engine
        var (watches, ended) = ([Watch](), [Watch]())
        var sum: Int64 = 0
        for _ in 0..<count {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<35: try await write(edits(isMain, using: &random), by: engine)
            case 35..<45:
                sum += 1
                let place: TreePlace = ["a", sums]
                let start = history.last
                try await engine.write([TreeEdit(place, .increment(1))])
                if isMain {
                    let made = TreeEdit(place, .set(PendingValue(.integer(sum))))
                    try noteReturn(of: [made], since: start)
                }
            case 45..<50 where isMain:
                let place = TreePlace(["m"] + place(1...2, using: &random).keys.dropFirst())
                let time = PendingValue(nil, serverTimes: [.root])
                try await engine.write([TreeEdit(place, .set(time))])
            case 50..<55:
                // Writes what is there, which changes nothing.
                let value = try await engine.value(at: ["a", sums])
                try await engine.set(value, at: ["a", sums])
            case 55..<65: try await cancelledWrite(by: engine, using: &random)
            case 65..<70:
                let place = place(1...3, using: &random)
                let first = isMain ? floor(of: place) : 0
                let value = try await engine.value(at: place)
                guard history.states(from: first).contains(where: { $0[place] == value }) else {
                    throw Failure(description: "a read of \(place) is too old")
                }
            case 70..<75 where watches.count > 5:
                ended.append(watches.remove(at: .random(in: 0..<watches.count, using: &random)))
                ended.last?.task.cancel()
            default:
                if watches.count > 20 {
                    ended.append(watches.removeFirst())
                    ended.last?.task.cancel()
                }
                let selection = selection(using: &random)
                let place: TreePlace =
                    random.chance(10) ? ["a", sums] : place(0...3, using: &random)
                let maximum = random.chance(50) ? Int.random(in: 1...5, using: &random) : .max
                watches.append(watch(place, selection, of: engine, updates: maximum))
                // It begins at any moment between two steps of the others.
                if random.chance(50) { await Task.yield() }
            }
            if random.chance(10) {
                let pause = Int.random(in: 0...2_000, using: &random)
                try await Task.sleep(for: .microseconds(pause))
            }
        }
        for watch in ended { try await watch.task.value }
        return watches
    }

    // MARK: - Writes

    /// Returns edits of places that both clients write, or of some that only the main one does.
    /// Only there, a value can be one that the place has had before: a stream that is behind has
    /// a write of that value from the start.
    private func edits(_ isMain: Bool, using random: inout SplitMix64) -> [TreeEdit] {
        var edits: [TreeEdit] = []
        for _ in 0..<(random.chance(70) ? 1 : 3) {
            var place = place(1...3, using: &random)
            if !isMain { place.keys[0] = "l" }
            if edits.contains(where: { $0.place.overlaps(place) }) { continue }
            edits.append(TreeEdit(place, .set(PendingValue(value(at: place, using: &random)))))
        }
        return edits
    }

    /// Returns a value that no other write has, or nothing.
    private func value(at place: TreePlace, using random: inout SplitMix64) -> TreeValue? {
        let number = lastNumber.withLock { number in
            number += 1
            return TreeValue.integer(number)
        }
        return switch Int.random(in: 0..<6, using: &random) {
        case 0 where place.keys[0] == "m": nil
        case 0...3: number
        case 4: ["x": number, "y": ["z": number]]
        default: ["a": number, "b": true, "c": 5]
        }
    }

    private func write(_ edits: [TreeEdit], by engine: FirebaseEngine) async throws {
        let start = history.last
        try await engine.write(edits)
        counted.withLock { $0.writes += 1 }
        if engine === self.engine { try noteReturn(of: edits, since: start) }
    }

    private func noteReturn(of edits: [TreeEdit], since start: Int) throws {
        guard let number = history.number(of: edits, after: start) else {
            throw Failure(description: "the server hasn't made \(edits)")
        }
        returned.withLock { $0 += edits.map { ($0.place, number) } }
    }

    /// Returns the number of the first state that has all returned writes at a place.
    private func floor(of place: TreePlace) -> Int {
        returned.withLock { $0.filter { $0.place.overlaps(place) }.map(\.number).max() ?? 0 }
    }

    private func cancelledWrite(
        by engine: FirebaseEngine, using random: inout SplitMix64
    ) async throws {
        let edits = edits(engine === self.engine, using: &random)
        let write = Task { try await engine.write(edits) }
        let pause = Int.random(in: 0...600, using: &random)
        if pause > 100 { try await Task.sleep(for: .microseconds(pause)) }
        write.cancel()
        do {
            try await write.value
        } catch is CancellationError {
            counted.withLock { $0.cancelled += 1 }
        }
        if random.chance(50) {
            let new = edits.map { edit in
                let value = value(at: edit.place, using: &random)
                return TreeEdit(edit.place, .set(PendingValue(value)))
            }
            try await self.write(new, by: engine)
            let unique = edits.filter { $0.operation != .set(PendingValue(nil)) }
            let end = (edits: unique, number: history.last)
            if !unique.isEmpty { overwritten.withLock { $0.append(end) } }
        }
    }

    /// Checks that no cancelled write was made after a later write to its places had returned.
    private func checkCancelled() throws {
        for (edits, number) in overwritten.withLock({ $0 }) {
            if history.number(of: edits, after: number) != nil {
                throw Failure(description: "the cancelled \(edits) undid a later write")
            }
        }
    }

    // MARK: - Watches

    private struct Watch: Sendable {
        let place: TreePlace
        let selection: TreeSelection
        let isEndless: Bool
        let shown: Locked<TreeValue?>
        let task: Task<Void, any Error>
    }

    private func watch(
        _ place: TreePlace, _ selection: TreeSelection, of engine: FirebaseEngine,
        updates maximum: Int
    ) -> Watch {
        let current = Locked<TreeValue?>(nil)
        let task = Task {
            let watch = engine.watch(place, selection)
            defer { watch.cancel() }
            let isMain = engine === self.engine
            let first = isMain ? floor(of: place) : 0
            var (last, shown) = (first, TreeValue?.none)
            counted.withLock { $0.watches += 1 }
            for count in 0..<maximum {
                let updates: [TreeUpdate]
                do {
                    updates = try await watch.next()
                } catch is CancellationError {
                    return
                }
                for update in updates { shown[update.place] = update.value }
                counted.withLock { $0.updates += 1 }
                let states = history.states(from: last)
                let number = states.firstIndex { selection.select(from: $0[place]) == shown }
                guard let number else {
                    let value = "\(String(describing: shown)) of \(place) with \(selection)"
                    let old = history.states(from: 0).lastIndex {
                        selection.select(from: $0[place]) == shown
                    }
                    throw Failure(
                        description: "update \(count + 1) shows \(value), the state of "
                            + "\(old.map { "\($0)" } ?? "no time") after \(last)")
                }
                last = number
                current.withLock { $0 = shown }
            }
        }
        return Watch(
            place: place, selection: selection, isEndless: maximum == .max, shown: current,
            task: task)
    }

    private func place(_ depth: ClosedRange<Int>, using random: inout SplitMix64) -> TreePlace {
        let keys: [TreeKey] = ["a", "b", "c", "x"]
        var place = TreePlace.root
        for index in 0..<Int.random(in: depth, using: &random) {
            place = place.appending(index == 0 ? random.pick(["l", "l", "m"]) : random.pick(keys))
        }
        return place
    }

    private func selection(using random: inout SplitMix64) -> TreeSelection {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: TreeSelection(limit: .first(2))
        case 1: TreeSelection(order: .value, limit: .last(2))
        case 2: TreeSelection(order: .child(["x"]), limit: .last(1))
        default: .all
        }
    }
}
