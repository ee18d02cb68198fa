import DatabaseTransport
import TypedDatabase

/// The state of a stream's place.
///
/// A write's answer and its event come over different connections, in either order. So the state may
/// lack writes of this engine that have returned, which a new watch has to begin with. A write
/// leaves the list of these when the state has its value after an event at its place, or when the
/// stream has connected anew. A write that changes nothing never enters it: it may have no event.
struct StreamTree: Sendable {
    /// A write that the state may lack.
    private struct Missing {
        let place: TreePlace
        let value: WrittenValue

        /// The number of the write, in the order in which they return.
        let number: Int
    }

    /// The server's selection.
    let selection: TreeSelection

    /// Whether the whole state has been received. From then on, the value is a state of the place.
    private(set) var isKnown = false
    private(set) var value: TreeValue?

    /// The latest write at each place that the state may lack.
    private var missing = PlaceTree<Missing>()
    private(set) var missingCount = 0

    /// The number of the last write that had returned when the stream connected: its first event,
    /// the whole state, has that write and those before.
    private var connectedAfter: Int?

    /// The number of missing writes above which all of the state counts as old, until the stream
    /// connects anew.
    static let maximumMissingCount = 10_000

    init(_ selection: TreeSelection) {
        self.selection = selection
    }

    /// Returns the known part of a selection at a place below, for a stream of its own.
    ///
    /// - Parameter number: the number of the last write.
    func part(at place: TreePlace, _ selection: TreeSelection, afterWrite number: Int) -> StreamTree
    {
        var part = StreamTree(selection)
        part.isKnown = isKnown
        part.value = selection.select(from: value[place])
        if !hasAllWrites(at: place) { part.missEverything(upTo: number) }
        return part
    }

    /// Whether the state has all writes at a place that have returned.
    func hasAllWrites(at place: TreePlace) -> Bool {
        !missing.hasElements(overlapping: place)
    }

    // MARK: - Events

    /// Notes that the stream connects, or connects anew.
    mutating func connect(afterWrite number: Int) {
        connectedAfter = number
    }

    /// Applies an event. Returns the places that may have changed.
    mutating func apply(_ updates: [TreeUpdate]) -> [TreePlace] {
        let isFirst = !isKnown
        for update in updates {
            if update.place.depth == 0 {
                isKnown = true
                if let number = connectedAfter { find(at: .root) { $0.number <= number } }
                connectedAfter = nil
            }
            value[update.place] = update.value
            if !missing.isEmpty { find(at: update.place, where: has) }
        }
        let changed = updates.map(\.place) + cutToLimit()
        return isFirst ? [.root] : changed
    }

    /// Removes the children that others have pushed out of the limit. Returns their places.
    ///
    /// Whether the server sends their removal isn't documented.
    private mutating func cutToLimit() -> [TreePlace] {
        guard let limit = selection.limit, case .children(let children)? = value,
            children.count > limit.count
        else { return [] }
        let selected = selection.select(from: value)
        defer { value = selected }
        return children.filter { selected?.children[$0.key] == nil }.map { [$0.key] }
    }

    // MARK: - This engine's writes

    /// Notes a write that has returned.
    ///
    /// - Parameters:
    ///   - value: the value that the write has left at a place, relative to this one.
    ///   - number: the number of the write.
    mutating func wrote(_ value: WrittenValue, at place: TreePlace, number: Int) {
        let write = Missing(place: place, value: value, number: number)
        // While an earlier write at the place is missing, an equal value can be the one before both.
        if isKnown, hasAllWrites(at: place), has(write) { return }
        missingCount -= missing.replace(place, with: write).count - 1
        if missingCount > Self.maximumMissingCount { missEverything(upTo: number) }
    }

    private mutating func missEverything(upTo number: Int) {
        missing.replace(.root, with: Missing(place: .root, value: .unknown, number: number))
        missingCount = 1
    }

    /// Removes those missing writes at, above and below a place that the state has.
    private mutating func find(at place: TreePlace, where isFound: (Missing) -> Bool) {
        var missing = missing
        self.missing = PlaceTree()
        missingCount -= missing.removeAll(overlapping: place, where: isFound)
        self.missing = missing
    }

    /// Whether the state is the same with and without a write.
    private func has(_ write: Missing) -> Bool {
        guard case .known(let written) = write.value else { return false }
        guard selection != .all else { return value[write.place] == written }
        // Part of a child doesn't tell whether the child is selected.
        if write.place.depth > 1, value[[write.place.keys[0]]] == nil { return false }
        var new = value
        new[write.place] = written
        return selection.select(from: new) == selection.select(from: value)
    }
}

/// A value that a write has left at its place.
enum WrittenValue: Sendable {
    case known(TreeValue?)

    /// Computed by the server, which hasn't told it.
    case unknown

    /// Returns the value at a place below.
    subscript(place: TreePlace) -> WrittenValue {
        switch self {
        case .known(let value): .known(value[place])
        case .unknown: .unknown
        }
    }
}

extension TreeSelection.Limit {
    fileprivate var count: Int {
        switch self {
        case .first(let count), .last(let count): count
        }
    }
}
