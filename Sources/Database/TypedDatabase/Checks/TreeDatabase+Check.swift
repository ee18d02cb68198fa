import TypedPaths

extension TreeDatabase {
    /// Checks that all data decodes as the types that a schema has for it, and that the schema has
    /// a type for all data.
    ///
    /// ```swift
    /// let export = TreeDatabase(try MemoryEngine(contentsOf: exportURL))
    /// let report = try await export.check(Root.checks)
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// `generate-paths --emit checks` makes `Root.checks` from a schema. All data is read once, in
    /// pages of 1,000 children, so that it needn't fit in memory: only values that a model decodes
    /// are read as a whole. Writes may come in between. Of an engine that keeps collections apart
    /// from the values above them, as Firestore does, each collection in the schema is checked.
    ///
    /// Data that a type accepts is no problem, even if the type ignores it. Missing values are none,
    /// except those that a model requires.
    ///
    /// - Parameters:
    ///   - checks: the types of the values.
    ///   - progress: called now and then, with the number of values that have been checked.
    /// - Throws: the engine's error of reading.
    public nonisolated(nonsending) func check(
        _ checks: DataChecks, progress: (Int) -> Void = { _ in }
    ) async throws -> DataReport {
        let run = CheckRun(decoder)
        try await check(CheckedNode.tree(of: checks), at: .root, run, progress)
        progress(run.count)
        return run.report
    }

    private nonisolated(nonsending) func check(
        _ node: CheckedNode, at place: TreePlace, _ run: CheckRun, _ progress: (Int) -> Void
    ) async throws {
        if place != .root || separateKeys(of: .root).isEmpty {
            try await checkValue(node, at: place, run, progress)
        }
        try await checkSeparateChildren(of: node, at: place, run, progress)
    }

    private func separateKeys(of place: TreePlace) -> Set<TreeKey> {
        engine.separateChildren?.keys(place) ?? []
    }

    /// Checks the children that the place's own value lacks.
    private nonisolated(nonsending) func checkSeparateChildren(
        of node: CheckedNode, at place: TreePlace, _ run: CheckRun, _ progress: (Int) -> Void
    ) async throws {
        for key in separateKeys(of: place).sorted() {
            let collection = place.appending(key)
            // An unknown one is a problem only if it has elements.
            if node.child(for: key) == nil, try await !engine.exists(collection) { continue }
            guard let child = run.checkKey(key, of: node, at: place) else { continue }
            try await check(child, at: collection, run, progress)
        }
    }

    private nonisolated(nonsending) func checkValue(
        _ node: CheckedNode, at place: TreePlace, _ run: CheckRun, _ progress: (Int) -> Void
    ) async throws {
        guard node.isReadInParts else {
            if let value = try await engine.read(place, .all).value {
                run.check(value, node, at: place)
            }
            return
        }
        var selection = TreeSelection(limit: .first(Self.pageSize))
        while true {
            let last =
                node.hasShallowElements
                ? try await checkPage(selection, of: node, at: place, run, progress)
                : try await checkChildren(selection, of: node, at: place, run, progress)
            progress(run.count)
            guard let last else { break }
            selection.lower = TreeSelection.Bound(.key(last), isInclusive: false)
        }
        if selection.lower == nil, let value = try await engine.read(place, .all).value {
            run.noteScalar(value, at: place, node)
        }
    }

    /// Checks a page of children with their values. Returns the last key, if there is one.
    private nonisolated(nonsending) func checkPage(
        _ selection: TreeSelection, of node: CheckedNode, at place: TreePlace, _ run: CheckRun,
        _ progress: (Int) -> Void
    ) async throws -> TreeKey? {
        guard let page = try await engine.read(place, selection).value, !page.children.isEmpty
        else { return nil }
        run.check(page, node, at: place)
        if engine.separateChildren != nil {
            for key in page.children.lazy.map(\.key) {
                guard let child = node.child(for: key) else { continue }
                try await checkSeparateChildren(
                    of: child, at: place.appending(key), run, progress)
            }
        }
        return page.children[offset: page.children.count - 1].key
    }

    /// Checks a page of children one by one, since each may be large. Returns the last key, if there
    /// is one.
    private nonisolated(nonsending) func checkChildren(
        _ selection: TreeSelection, of node: CheckedNode, at place: TreePlace, _ run: CheckRun,
        _ progress: (Int) -> Void
    ) async throws -> TreeKey? {
        guard case .children(let keys) = try await engine.keys(of: place, selection) else {
            return nil
        }
        for key in keys {
            if let child = run.checkKey(key, of: node, at: place) {
                try await check(child, at: place.appending(key), run, progress)
            }
        }
        return keys.last
    }

    /// The number of children that are read at a time.
    private static var pageSize: Int { 1000 }
}
