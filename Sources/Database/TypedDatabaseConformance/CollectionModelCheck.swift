import TypedDatabase

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
