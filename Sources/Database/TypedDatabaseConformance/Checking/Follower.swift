import TypedDatabase

/// A watch of a place, with the state that its updates add up to.
struct Follower {
    let place: TreePlace
    let selection: TreeSelection
    let watch: any TreeWatch

    private(set) var state: TreeValue?
    private(set) var hasBegun = false

    init(_ engine: some DatabaseEngine, _ place: TreePlace, _ selection: TreeSelection = .all) {
        self.place = place
        self.selection = selection
        watch = engine.watch(place, selection)
    }

    /// The watch's description in failures.
    var what: String {
        "a watch of \(shown(place)), \(selection == .all ? "all of it" : selection.text)"
    }

    /// Waits for one update.
    mutating func next() async throws {
        let (watch, what) = (watch, what)
        let updates = try await withTimeLimit("the next update of \(what)") {
            try await watch.next()
        }
        if !hasBegun {
            try require(updates.map(\.place), [.root], "the places of the first update of \(what)")
        }
        hasBegun = true
        for update in updates { state[update.place] = update.value }
    }

    /// Waits for one update on the way to a state.
    mutating func next(expecting expected: TreeValue?, _ context: String = "") async throws {
        let known = state
        do {
            try await next()
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(
                context + "\(failure)", expected: shown(expected), found: shown(known))
        }
    }

    /// Waits until the updates have led to a state.
    mutating func reach(_ expected: TreeValue?, _ context: String = "") async throws {
        while !hasBegun || state != expected {
            try await next(expecting: expected, context.isEmpty ? "" : "\(context): ")
        }
    }
}
