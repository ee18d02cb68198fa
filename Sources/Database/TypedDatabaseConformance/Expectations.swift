import TypedDatabase

func require<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found == expected else {
        throw ConformanceFailure(what, expected: expected, found: found)
    }
}

/// Returns a value as failures show it.
func shown(_ value: TreeValue?) -> String {
    value.map { "\($0)" } ?? "nothing"
}

/// Returns a place as failures show it.
func shown(_ place: TreePlace) -> String {
    place == .root ? "the root" : "\(place)"
}

/// Returns all places in a value, including those with children.
func places(in value: TreeValue?, at place: TreePlace = .root) -> [TreePlace] {
    [place]
        + (value?.children ?? TreeChildren()).flatMap { key, child in
            places(in: child, at: place.appending(key))
        }
}

extension DatabaseEngine {
    func expectEmpty(_ place: TreePlace = .root) async throws {
        guard try await read(place, .all).value == nil else {
            throw ConformanceFailure("the database isn't empty; every check needs one that is")
        }
    }

    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }

    func increment(_ place: TreePlace, by number: TreeValue) async throws {
        try await write([TreeEdit(place, .increment(number))])
    }

    /// Checks the value at a place, and whether it exists.
    func expect(_ place: TreePlace, holds expected: TreeValue?, _ context: String = "") async throws
    {
        let context = context.isEmpty ? "" : ", \(context)"
        let found = try await read(place, .all).value
        guard found == expected else {
            throw ConformanceFailure(
                "\(shown(place))\(context)", expected: shown(expected), found: shown(found))
        }
        try require(
            try await exists(place), expected != nil, "whether \(shown(place)) exists\(context)")
        try require(
            try await count(of: place, .all), expected?.children.count ?? 0,
            "the count of children of \(shown(place))\(context)")
    }

    /// Returns the server time at a place, which has to be in milliseconds since 1970.
    func serverTime(at place: TreePlace) async throws -> TreeValue? {
        let time = try await read(place, .all).value
        // From 2017 to 2096, so neither in seconds nor in nanoseconds.
        guard case .integer(1_500_000_000_000..<4_000_000_000_000)? = time else {
            throw ConformanceFailure("a server time", expected: "milliseconds", found: shown(time))
        }
        return time
    }

    /// Checks the keys of the selected children, and their values.
    func expect(
        _ place: TreePlace, _ selection: TreeSelection, selects keys: [TreeKey],
        of children: TreeChildren
    ) async throws {
        let what = "\(shown(place)), \(selection.text)"
        try require(
            try await self.keys(of: place, selection), keys.isEmpty ? .nothing : .children(keys),
            "the keys of \(what)")
        try require(try await count(of: place, selection), keys.count, "the count of \(what)")
        let expected = TreeValue(
            TreeChildren(keys.compactMap { key in children[key].map { (key, $0) } }))
        let found = try await read(place, selection).value
        guard found == expected else {
            throw ConformanceFailure(what, expected: shown(expected), found: shown(found))
        }
    }
}

extension TreeSelection {
    /// The selection as failures show it.
    var text: String {
        var parts: [String] =
            switch order {
            case .key: ["by key"]
            case .value: ["by value"]
            case .child(let place): ["by \(place)"]
            }
        if let lower { parts.append("from \(lower.text)") }
        if let upper { parts.append("to \(upper.text)") }
        switch limit {
        case .first(let count)?: parts.append("the first \(count)")
        case .last(let count)?: parts.append("the last \(count)")
        case nil: break
        }
        return parts.joined(separator: ", ")
    }
}

extension TreeSelection.Bound {
    fileprivate var text: String {
        let position =
            switch position {
            case .key(let key): "\(key)"
            case .value(let value, nil): shown(value)
            case .value(let value, let key?): "(\(shown(value)), \(key))"
            }
        return position + (isInclusive ? " (included)" : " (excluded)")
    }
}

// MARK: - Watches

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

/// Runs an operation that an engine may never finish, and fails if it takes too long.
///
/// A task group would wait for an operation that never ends.
func withTimeLimit<Result: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let limit = EngineConformance.timeLimit
    let (results, continuation) = AsyncThrowingStream<Result, any Error>.makeStream()
    let work = Task {
        do {
            continuation.yield(try await body())
        } catch {
            continuation.finish(throwing: error)
        }
    }
    let timer = Task {
        try await Task.sleep(for: limit)
        continuation.finish(throwing: ConformanceFailure("\(what): no answer in \(limit)"))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for try await result in results { return result }
    throw CancellationError()
}

// MARK: - Random numbers

/// A generator of random numbers that gives the same ones for the same seed, on every machine.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
