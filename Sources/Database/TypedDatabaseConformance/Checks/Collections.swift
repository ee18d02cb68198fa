import TypedDatabase

extension EngineConformance {
    /// Checks of an engine whose tree has a shape: the children of `all` and `numbered` are documents,
    /// which have fields; those of `all/<id>/below` are documents as well.
    ///
    /// No check writes a collection as a whole, a document that isn't children, or a document that
    /// contains others. Engines that take any tree pass them, too.
    public static let collections: [ConformanceCheck] = [
        ofDocuments("documents are read alone, in their collection, and by field") { engine in
            let documents: TreeChildren = [
                "a": ["name": "x", "deep": ["er": ["n": 1]]], "é": ["n": 0.5, "flag": true],
                "e\u{301}": ["n": -2], "a b": ["x y": ["0": "p", "2": "q"], "`\\": 7],
            ]
            try await engine.setDocuments(documents, in: ["all"])
            try await engine.expect(["all"], holds: .children(documents))
            for (key, value) in documents {
                for place in places(in: value) {
                    let holds = TreeValue?(value)[place]
                    try await engine.expect(
                        TreePlace(["all", key]).appending(place), holds: holds)
                }
                try await engine.expect(["all", key, "nothing"], holds: nil)
                try await engine.expect(["all", key, "name", "below"], holds: nil)
            }
            try await engine.expect(["all", "nothing"], holds: nil)
            try await engine.expect(["all", "nothing", "x"], holds: nil)
            try await engine.expect(["numbered"], holds: nil)
        },
        ofDocuments("a batch changes documents of several collections, or none") { engine in
            try await engine.setDocuments(["a": ["n": 1], "b": ["n": 2, "x": 1]], in: ["all"])
            try await engine.setDocuments(["1": ["n": 3]], in: ["numbered"])
            try await engine.write([
                TreeEdit(["all", "a"], .set(PendingValue(nil))),
                TreeEdit(["all", "b", "x"], .set(PendingValue(nil))),
                TreeEdit(["all", "b", "y", "z"], .set(PendingValue("new"))),
                TreeEdit(["all", "b", "n"], .increment(5)),
                TreeEdit(["all", "c", "below", "d"], .set(PendingValue(["deep": true]))),
                TreeEdit(["numbered", "1", "n"], .increment(0.5)),
                TreeEdit(["numbered", "2"], .set(PendingValue(["n": 4]))),
            ])
            try await engine.expect(["all", "a"], holds: nil)
            try await engine.expect(["all", "b"], holds: ["n": 7, "y": ["z": "new"]])
            try await engine.expect(["all", "c", "below"], holds: ["d": ["deep": true]])
            try await engine.expect(
                ["numbered"], holds: ["1": ["n": 3.5], "2": ["n": 4]])
        },
        ofDocuments("removing fields of nothing makes no document") { engine in
            try await engine.setDocuments(["a": ["n": 1]], in: ["all"])
            try await engine.write([
                TreeEdit(["all", "b", "x"], .set(PendingValue(nil))),
                TreeEdit(["all", "c", "x", "y"], .set(PendingValue(nil))),
                TreeEdit(["all", "a", "x"], .set(PendingValue(nil))),
                TreeEdit(["all", "a", "n"], .increment(1)),
            ])
            try await engine.expect(["all"], holds: ["a": ["n": 2]])
            try await engine.set(nil, at: ["all", "b", "x"])
            try await engine.set(nil, at: ["all", "b"])
            try await engine.expect(["all"], holds: ["a": ["n": 2]])
        },
        ofDocuments("documents have one server time in a batch") { engine in
            try await engine.write([
                TreeEdit(["all", "a"], .set(PendingValue(["n": 1], serverTimes: [["at"]]))),
                TreeEdit(["all", "b"], .set(PendingValue(nil, serverTimes: [["times", "x"]]))),
                TreeEdit(["numbered", "1", "at"], .set(PendingValue(nil, serverTimes: [.root]))),
            ])
            let time = try await engine.serverTime(at: ["numbered", "1", "at"])
            var expected: TreeValue? = ["a": ["n": 1]]
            expected[["a", "at"]] = time
            expected[["b", "times", "x"]] = time
            try await engine.expect(["all"], holds: expected)
        },
        ofDocuments("a document and its fields are replaced if they haven't changed") {
            engine in
            try await engine.setDocuments(["a": ["n": 1, "x": 1]], in: ["all"])
            let document = try await engine.read(["all", "a"], .all).version
            let field = try await engine.read(["all", "a", "n"], .all).version
            let missing = try await engine.read(["all", "b"], .all).version
            // The field's version isn't its document's.
            try await engine.set(2, at: ["all", "a", "x"])
            try await engine.expect(
                [PlaceVersion(["all", "a"], document)], areMet: false, setting: ["all", "a"])
            let other = TreeEdit(["all", "c"], .set(PendingValue(["n": 3])))
            let versions = [
                PlaceVersion(["all", "a", "n"], field), PlaceVersion(["all", "b"], missing),
            ]
            guard case .written = try await engine.write([other], ifUnchanged: versions) else {
                throw ConformanceFailure("a write on conditions that are met wasn't made")
            }
            try await engine.expect(["all", "c"], holds: ["n": 3])
            try await engine.set(["n": 1], at: ["all", "b"])
            try await engine.expect(versions, areMet: false, setting: ["all", "c"])
            try await engine.expect(
                ["all"], holds: ["a": ["n": 1, "x": 2], "b": ["n": 1], "c": ["n": 3]])
        },
        ofDocuments("no replacement of a document or a field is lost") { engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    let place: TreePlace = task % 2 == 0 ? ["all", "a", "n"] : ["all", "b"]
                    let field: TreePlace = task % 2 == 0 ? .root : ["n"]
                    group.addTask {
                        for _ in 0..<10 { try await engine.countUp(place, field) }
                    }
                }
                try await group.waitForAll()
            }
            try await engine.expect(["all"], holds: ["a": ["n": 40], "b": ["n": 40]])
        },
        windows("a child", OrderedValues.byChild),
        windows("a deep child", OrderedValues.byDeepChild),
        keyWindows("texts", ["-Oa", "-Ob", "A", "B b", "a", "b", "é", "z"], in: ["all"]),
        keyWindows("integers", ["-10", "-1", "0", "2", "10", "200"], in: ["numbered"]),
        ofDocuments("watches of collections, documents and fields see whole batches") {
            engine in
            try await engine.setDocuments(["a": ["n": 0], "b": ["n": 0]], in: ["all"])
            var collection = Follower(engine, ["all"])
            var window = Follower(
                engine, ["all"], TreeSelection(order: .child(["n"]), limit: .last(1)))
            var document = Follower(engine, ["all", "b"])
            var field = Follower(engine, ["all", "b", "n"])
            for number in 1...20 as ClosedRange<Int64> {
                let n = TreeValue.integer(number)
                try await engine.write(
                    ["a", "b"].map { TreeEdit(["all", $0, "n"], .set(PendingValue(n))) })
                try await collection.reach(["a": ["n": n], "b": ["n": n]])
                try await window.reach(["b": ["n": n]])
                try await document.reach(["n": n])
                try await field.reach(n)
            }
        },
    ]

    private static func ofDocuments(
        _ name: String, _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Void
    ) -> ConformanceCheck {
        ConformanceCheck(
            name, emptyPlaces: [["all"], ["all", "c", "below"], ["numbered"]], body)
    }

    /// Returns a check of windows of documents in an order by a child.
    private static func windows(_ name: String, _ values: OrderedValues) -> ConformanceCheck {
        ofDocuments("documents are ordered by \(name), within bounds and limits") { engine in
            try await engine.setDocuments(values.children, in: ["all"])
            let elements = values.elements
            for (index, element) in elements.enumerated() {
                for (key, isInclusive) in [
                    (nil, true), (nil, false), (element.key, true), (element.key, false),
                ] {
                    let bound = TreeSelection.Bound(
                        .value(element.value, key), isInclusive: isInclusive)
                    for (lower, upper) in [(bound, nil), (nil, bound)]
                        as [(TreeSelection.Bound?, TreeSelection.Bound?)]
                    {
                        for limit in [nil, .first(1 + index % 4), .last(1 + index % 3)]
                            as [TreeSelection.Limit?]
                        {
                            let selection = TreeSelection(
                                order: values.order, lower: lower, upper: upper, limit: limit)
                            try await engine.expect(
                                ["all"], selection,
                                selects: ModelOrder.select(
                                    selection, of: .children(values.children)),
                                of: values.children)
                        }
                    }
                }
            }
        }
    }

    /// Returns a check of windows of documents in the order of their keys.
    private static func keyWindows(
        _ name: String, _ keys: [TreeKey], in collection: TreePlace
    ) -> ConformanceCheck {
        ofDocuments("documents are ordered by keys that are \(name)") { engine in
            let documents = TreeChildren(
                keys.map { ($0, ["name": .string($0.text)] as TreeValue) })
            try await engine.setDocuments(documents, in: collection)
            for bound in keys {
                for isInclusive in [true, false] {
                    let bound = TreeSelection.Bound(.key(bound), isInclusive: isInclusive)
                    for limit in [nil, .first(2), .last(2), .first(100), .last(100)]
                        as [TreeSelection.Limit?]
                    {
                        for selection in [
                            TreeSelection(lower: bound, limit: limit),
                            TreeSelection(upper: bound, limit: limit),
                        ] {
                            try await engine.expect(
                                collection, selection,
                                selects: ModelOrder.select(selection, of: .children(documents)),
                                of: documents)
                        }
                    }
                }
            }
        }
    }
}

extension DatabaseEngine {
    /// Sets documents of a collection, in one batch.
    func setDocuments(_ documents: TreeChildren, in collection: TreePlace) async throws {
        try await write(
            documents.map {
                TreeEdit(collection.appending($0.key), .set(PendingValue($0.value)))
            })
    }

    /// Checks that a write on conditions isn't made.
    fileprivate func expect(
        _ versions: [PlaceVersion], areMet: Bool, setting place: TreePlace
    ) async throws {
        let edit = TreeEdit(place, .set(PendingValue(["replaced": true])))
        let result = try await write([edit], ifUnchanged: versions)
        guard case .changed(let current) = result else {
            throw ConformanceFailure("a write was made on conditions that weren't met")
        }
        for (version, current) in zip(versions, current) {
            let now = try await read(version.place, .all).value
            try require(shown(current.value), shown(now), "what the write is told")
        }
    }

    /// Increments a number by compare-and-swap, retried until it succeeds.
    fileprivate func countUp(_ place: TreePlace, _ field: TreePlace) async throws {
        for _ in 0..<10_000 {
            let read = try await read(place, .all)
            guard case .integer(let count) = read.value[field] ?? 0 else { break }
            var value = read.value
            value[field] = .integer(count + 1)
            let edit = TreeEdit(place, .set(PendingValue(value)))
            let result = try await write(
                [edit], ifUnchanged: [PlaceVersion(place, read.version)])
            if case .written = result { return }
        }
        throw ConformanceFailure("\(shown(place)) can't be replaced")
    }
}
