import TypedDatabase

/// A comparison of an engine with a minimal model, by random operations that a seed determines.
///
/// The operations are writes, batches, increments and replacements, with reads, queries and watches
/// in between, of places and values that meet as often as possible.
public struct ModelCheck: Sendable {
    /// The seed that determines the operations.
    public let seed: UInt64
    /// The number of operations.
    public let steps: Int

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - seed: the seed that determines the operations.
    ///   - steps: the number of operations.
    public init(seed: UInt64, steps: Int = 10_000) {
        self.seed = seed
        self.steps = steps
    }

    /// Checks an engine. Throws a ``ConformanceFailure``, with the seed and the number of the step,
    /// if the engine and the model differ.
    ///
    /// - Parameters:
    ///   - engine: an engine with an empty database.
    ///   - options: the engine's permitted differences.
    public func run(
        on engine: some DatabaseEngine, _ options: ConformanceOptions = ConformanceOptions()
    ) async throws {
        try await options.run(on: engine) { try await run($0) }
    }

    private func run(_ engine: some DatabaseEngine) async throws {
        try await engine.expectEmpty()
        var run = ModelRun(seed: seed, engine: engine)
        for step in 0..<steps {
            do {
                try await run.step()
            } catch {
                throw ConformanceFailure("seed \(seed), step \(step): \(error)")
            }
        }
    }
}

/// An engine and its model, between two steps.
private struct ModelRun<Engine: DatabaseEngine> {
    let engine: Engine
    var model = ModelTree()
    var input: ModelInput
    var followers: [ModelFollower] = []

    init(seed: UInt64, engine: Engine) {
        self.engine = engine
        input = ModelInput(seed: seed)
    }

    mutating func step() async throws {
        switch input.below(20) {
        case 0..<9: try await write(input.edits(in: model[.root]))
        case 9: try await replace()
        case 10:
            let isOfSeveral = engine.transactions.reach == .severalPlaces && input.below(2) == 0
            try await isOfSeveral ? writeConditionally() : replaceTooLate()
        case 11..<13: try await read()
        case 13..<17: try await query()
        default: try await follow()
        }
    }

    private mutating func write(_ edits: [TreeEdit]) async throws {
        try await engine.write(edits)
        commit(edits)
    }

    private mutating func commit(_ edits: [TreeEdit]) {
        model.apply(edits)
        for index in followers.indices { followers[index].states.append(model) }
    }

    private mutating func replace() async throws {
        let (place, value) = (input.place(in: model[.root]), PendingValue(input.value()))
        let version = try await engine.read(place, .all).version
        let result = try await engine.replace(place, with: value, ifVersionIs: version)
        guard case .replaced = result else {
            throw ConformanceFailure("\(shown(place)) wasn't replaced, though it hadn't changed")
        }
        commit([TreeEdit(place, .set(value))])
    }

    /// Replaces a value that may have changed since it was read. If it has changed back, an engine
    /// may accept or refuse the replacement.
    private mutating func replaceTooLate() async throws {
        let (place, value) = (input.place(in: model[.root]), PendingValue(input.value()))
        let (version, before) = (try await engine.read(place, .all).version, model[place])
        try await write(input.edits(in: model[.root]))
        let now = model[place]
        switch try await engine.replace(place, with: value, ifVersionIs: version) {
        case .changed(let current):
            try require(shown(current.value), shown(now), "what a replacement of \(place) is told")
        case .replaced:
            try require(shown(before), shown(now), "what is at \(place) when it is replaced")
            commit([TreeEdit(place, .set(value))])
        }
    }

    /// Writes on the condition that some places haven't changed, possibly after other writes.
    private mutating func writeConditionally() async throws {
        let places = (0..<input.below(4)).map { _ in input.place(in: model[.root]) }
        var versions: [PlaceVersion] = []
        for place in places {
            versions.append(PlaceVersion(place, try await engine.read(place, .all).version))
        }
        let before = places.map { model[$0] }
        if input.below(2) == 0 { try await write(input.edits(in: model[.root])) }
        let now = places.map { model[$0] }
        let edits = input.edits(in: model[.root])
        switch try await engine.write(edits, ifUnchanged: versions) {
        case .changed(let current):
            try require(current.map { shown($0.value) }, now.map(shown), "the values now")
            if places.isEmpty { throw ConformanceFailure("a write on no condition wasn't made") }
        case .written:
            // If the values have changed back, an engine may accept or refuse the write.
            try require(before.map(shown), now.map(shown), "the values when it is written")
            commit(edits)
        }
    }

    private mutating func read() async throws {
        let place = input.place(in: model[.root])
        try await engine.expect(place, holds: model[place])
    }

    private mutating func query() async throws {
        let place = input.collection(in: model[.root])
        let value = model[place]
        let selection = input.selection(of: value)
        guard selection != .all else { return }
        try await engine.expect(
            place, selection, selects: ModelOrder.select(selection, of: value),
            of: value?.children ?? TreeChildren())
    }

    /// Updates, adds or removes a follower.
    private mutating func follow() async throws {
        if followers.count < 6 {
            let place = input.collection(in: model[.root])
            let selection = input.below(2) == 0 ? .all : input.selection(of: model[place])
            let follower = Follower(engine, place, selection)
            followers.append(ModelFollower(follower: follower, states: [model]))
        }
        let index = input.below(followers.count)
        try await followers[index].catchUp()
        if input.below(10) == 0 { followers.remove(at: index).follower.watch.cancel() }
    }
}

/// A follower, and its possible next states.
private struct ModelFollower {
    var follower: Follower
    /// The states from the follower's last one to the current one.
    var states: [ModelTree]

    /// Follows updates to the current state. Each has to lead to a past state, later than the last.
    mutating func catchUp() async throws {
        guard let now = states.last.map(expected) else { return }
        while !follower.hasBegun || follower.state != now {
            try await follower.next(expecting: now)
            guard let index = states.lastIndex(where: { expected(in: $0) == follower.state }) else {
                throw ConformanceFailure(
                    "\(follower.what) has led to a state that never was",
                    expected: shown(now), found: shown(follower.state))
            }
            states.removeSubrange(..<index)
        }
        states.removeSubrange(..<(states.count - 1))
    }

    private func expected(in tree: ModelTree) -> TreeValue? {
        let value = tree[follower.place]
        guard follower.selection != .all, let children = value?.children else { return value }
        return TreeValue(
            TreeChildren(
                ModelOrder.select(follower.selection, of: value).compactMap { key in
                    children[key].map { (key, $0) }
                }))
    }
}
