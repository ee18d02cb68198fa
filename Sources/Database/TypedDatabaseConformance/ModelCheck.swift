import TypedDatabase

/// A comparison of an engine with a minimal model, by random operations that a seed determines.
///
/// The operations are writes, batches, increments and replacements, with reads, queries and watches
/// in between, of places and values that collide as often as possible.
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

// MARK: - Collections

/// A comparison of an engine with a minimal model, by random batches and queries of documents.
///
/// The tree has the shape of ``EngineConformance/collections``. The seed determines the operations.
public struct CollectionModelCheck: Sendable {
    /// The seed that determines the operations.
    public let seed: UInt64
    /// The number of random batches.
    public let batches: Int
    /// The number of random queries.
    public let queries: Int

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - seed: the seed that determines the operations.
    ///   - batches: the number of random batches.
    ///   - queries: the number of random queries, between the batches.
    public init(seed: UInt64, batches: Int = 2_000, queries: Int = 800) {
        self.seed = seed
        self.batches = batches
        self.queries = queries
    }

    /// Checks an engine. Throws a ``ConformanceFailure``, with the seed and the number of the batch,
    /// if the engine and the model differ.
    ///
    /// - Parameters:
    ///   - engine: an engine with an empty database.
    ///   - options: the engine's permitted differences.
    public func run(
        on engine: some DatabaseEngine, _ options: ConformanceOptions = ConformanceOptions()
    ) async throws {
        try await options.run(on: engine) { engine in
            var run = CollectionModelRun(seed: seed, engine: engine)
            var queryCount = 0
            for batch in 0..<batches {
                do {
                    try await run.write()
                    while queryCount * batches < (batch + 1) * queries {
                        queryCount += 1
                        try await run.query()
                    }
                } catch {
                    throw ConformanceFailure("seed \(seed), batch \(batch): \(error)")
                }
            }
        }
    }
}

/// An engine and its model, between two steps.
private struct CollectionModelRun {
    let engine: any DatabaseEngine
    var model = ModelTree()
    var input: ModelInput

    init(seed: UInt64, engine: any DatabaseEngine) {
        self.engine = engine
        input = ModelInput(seed: seed)
    }

    /// Texts in one collection and integers in the other: Firestore orders a mixture otherwise.
    private static let collections: [(place: TreePlace, keys: [TreeKey])] = [
        (["all"], ["a", "b", "a b", "A", "é", "e\u{301}", "-Oabc", "%2F", "`x\\"]),
        (["numbered"], ["0", "1", "2", "10", "-1", "01"]),
        (["all", "parent", "below"], ["x", "y", "z"]),
    ]

    mutating func write() async throws {
        var edits: [TreeEdit] = []
        for _ in 0..<(1 + input.below(6)) {
            let (collection, keys) = Self.collections[input.below(Self.collections.count)]
            let document = collection.appending(keys[input.below(keys.count)])
            for edit in self.edits(of: document)
            where !edits.contains(where: { $0.place.overlaps(edit.place) }) {
                edits.append(edit)
            }
        }
        try await engine.write(edits)
        model.apply(edits)
        for place in Set(edits.map(\.place)) {
            let found = try await engine.read(place, .all).value
            try require(shown(found), shown(own(place)), "\(place) after \(edits)")
        }
    }

    /// Returns edits of one document, which always has the field `kept`: a document without fields
    /// stays in Firestore.
    private mutating func edits(of document: TreePlace) -> [TreeEdit] {
        let current = model[document.appending("kept")]
        if current == nil || input.below(6) == 0 {
            guard current == nil || input.below(3) > 0 else {
                return [TreeEdit(document, .set(PendingValue(nil)))]
            }
            var fields = TreeChildren()
            for key in ModelInput.fields where input.below(2) == 0 {
                fields[key] = input.value(depth: 2)
            }
            fields["kept"] = true
            return [TreeEdit(document, .set(PendingValue(.children(fields))))]
        }
        return (0..<(1 + input.below(4))).map { _ in
            let field = input.field()
            let operation =
                input.below(4) == 0
                ? TreeEdit.Operation.increment(input.number())
                : .set(PendingValue(input.value(depth: 2)))
            return TreeEdit(document.appending(field), operation)
        }
    }

    func queryValue(_ collection: TreePlace) -> TreeValue? {
        let documents = model[collection]?.children ?? TreeChildren()
        return TreeValue(
            TreeChildren(
                documents.compactMap { key, _ in
                    own(collection.appending(key)).map { (key, $0) }
                }))
    }

    /// Returns the model's value without the subcollections of a document.
    private func own(_ place: TreePlace) -> TreeValue? {
        guard place.depth == 2, var value = model[place]?.children else { return model[place] }
        if place.keys[0] == "all" { value["below"] = nil }
        return TreeValue(value)
    }

    mutating func query() async throws {
        let (collection, _) = Self.collections[input.below(Self.collections.count)]
        let value = queryValue(collection)
        let selection = input.selection(of: value)
        if case .key = selection.order, collection != ["numbered"],
            [selection.lower, selection.upper].contains(where: { $0?.hasIntegerKey == true })
        {
            return
        }
        try await engine.expect(
            collection, selection, selects: ModelOrder.select(selection, of: value),
            of: value?.children ?? TreeChildren())
    }
}

extension TreeSelection.Bound {
    /// Whether the bound is a key that is an integer, which Firestore orders among texts.
    fileprivate var hasIntegerKey: Bool {
        if case .key(let key) = position { key.integer != nil } else { false }
    }
}
