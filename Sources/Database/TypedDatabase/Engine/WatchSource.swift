/// An engine's support for watches: it marks changed places, and reads marked ones.
///
/// ```swift
/// actor DictionaryEngine: DatabaseEngine, WatchSource {
///     private var value: TreeValue?
///     private var watches = WatchTree()
///
///     func startWatch(_ signal: WatchSignal) { watches.insert(signal) }
///
///     func readWatched<Result: Sendable>(
///         _ signal: WatchSignal,
///         _ body: @Sendable (WatchMarks, any TreeState) throws -> Result
///     ) throws -> Result {
///         try body(signal.take(), value)
///     }
/// }
/// ```
///
/// Everything else is the same for all engines, and done by ``DatabaseEngine/watch(_:_:)``: the
/// life of a watch, its cancellation, its selection, and the differences between two states.
///
/// For an update to contain a batch wholly or not at all, the marks that a watch takes must be
/// those of all batches in the state it reads. If the engine is an actor, or its state has a lock,
/// take both in one step. If the state is a file, and reading it a transaction, begin to read
/// before taking the marks.
public protocol WatchSource: AnyObject, Sendable {
    /// Marks everything in a signal, then each place that changes, from now on.
    ///
    /// Called once, when the watch is first asked for an update.
    func startWatch(_ signal: WatchSignal) async throws

    /// Stops marking places in a signal. The watch has ended.
    func endWatch(_ signal: WatchSignal)

    /// Takes the marks of a signal, and reads one state that has all the marked changes.
    func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @escaping @Sendable (WatchMarks, any TreeState) throws -> Result
    ) async throws -> Result
}

extension WatchSource {
    /// A no-op: ``WatchTree`` drops signals that have ended.
    public func endWatch(_ signal: WatchSignal) {}
}

extension DatabaseEngine where Self: WatchSource {
    /// Returns a watch of this engine.
    public func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        SourceWatch(place, selection, in: self)
    }
}

/// One state of an engine's data.
public protocol TreeState {
    /// Reads all of a place.
    func value(at place: TreePlace) throws -> TreeValue?

    /// Reads the selected part of a place.
    func value(at place: TreePlace, _ selection: TreeSelection) throws -> TreeValue?

    /// Whether a limited selection is read without reading all children.
    ///
    /// If so, a watch reads the selection again when it changes. Otherwise the watch keeps all
    /// children.
    func seeks(_ selection: TreeSelection, at place: TreePlace) throws -> Bool

    /// Whether the state is an earlier one, kept while the data couldn't be reached.
    var isFromCache: Bool { get }
}

extension TreeState {
    /// Reads all of a place, and selects from it.
    public func value(at place: TreePlace, _ selection: TreeSelection) throws -> TreeValue? {
        selection.select(from: try value(at: place))
    }

    /// Returns `false`: a value at hand is selected from as a whole.
    public func seeks(_ selection: TreeSelection, at place: TreePlace) -> Bool { false }

    /// `false`, for engines without a cache.
    public var isFromCache: Bool { false }
}

/// A value, as the state of the root.
extension Optional: TreeState where Wrapped == TreeValue {
    /// Returns the value of a place.
    public func value(at place: TreePlace) -> TreeValue? { self[place] }
}

// MARK: - One watch

/// The marks that an engine makes for one watch, and the watch's wait for them.
///
/// The engine marks places as often as it likes. The watch takes all marks at once and reads the
/// places' current values. So a slow watch skips states in between, and reads changed places only.
public final class WatchSignal: Sendable {
    /// The watched place.
    public let place: TreePlace

    /// The selected part of it.
    public let selection: TreeSelection

    private struct State {
        var marks = WatchMarks()

        /// The error that has ended the watch.
        var end: (any Error)?
        var waiter: Locked<State>.Waiter<Void>?

        var isQuiet: Bool { marks.isEmpty && end == nil }
    }

    private let state = Locked(State())

    /// Makes the signal of a watch.
    public init(_ place: TreePlace, _ selection: TreeSelection = .all) {
        self.place = place
        self.selection = selection
    }

    /// Marks places and wakes the watch.
    ///
    /// - Parameter places: relative to the watched one.
    public func mark(_ places: some Sequence<TreePlace>) {
        record(places)
        wake()
    }

    /// Marks the watched place itself and wakes the watch.
    public func markEverything() {
        mark(CollectionOfOne(.root))
    }

    /// Marks places without waking the watch: for use while a lock is held, before ``wake()``.
    public func record(_ places: some Sequence<TreePlace>) {
        let marks = WatchMarks(places)
        state.withLock { $0.marks.formUnion(marks) }
    }

    /// Resumes the task in `wait()` if a place is marked, or the watch has ended.
    ///
    /// The task may run immediately, so call this without holding a lock.
    public func wake() {
        let waiter = state.withLock { state -> Locked<State>.Waiter<Void>? in
            if state.isQuiet { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Ends the watch with an error, which ``take()`` throws from then on. Only the first one counts.
    public func fail(_ error: any Error) {
        state.withLock { $0.end = $0.end ?? error }
        wake()
    }

    /// Ends the watch with `CancellationError`.
    public func end() {
        fail(CancellationError())
    }

    /// Waits until a place is marked, or the watch has ended.
    ///
    /// One task at a time may wait. Throws `CancellationError` if the task is cancelled.
    func wait() async throws {
        try await state.wait(in: \.waiter) { $0.isQuiet ? nil : .success(()) }
    }

    /// Takes all marks, possibly none. Throws the error that has ended the watch.
    public func take() throws -> WatchMarks {
        try state.withLock { state in
            if let end = state.end { throw end }
            defer { state.marks = WatchMarks() }
            return state.marks
        }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }
}

/// The places that have changed since a watch last asked for an update, relative to the watched
/// one.
///
/// A place inside a marked one has no mark of its own. If more than ``limit`` places are marked,
/// the watched place itself is: a slow reader costs bounded memory, and reads everything again.
public struct WatchMarks: Sendable {
    private var root = Node.children([:])
    private var count = 0

    fileprivate enum Node {
        case marked
        case children([TreeKey: Node])
    }

    /// The number of places that can be marked before the watched place itself is marked instead.
    public static let limit = 1000

    /// Makes an empty set of marks.
    public init() {}

    /// Marks some places.
    public init(_ places: some Sequence<TreePlace>) {
        for place in places { insert(place) }
    }

    /// The mark of the watched place itself.
    public static let everything = WatchMarks([.root])

    /// Whether no place is marked.
    public var isEmpty: Bool { count == 0 }

    /// Whether the watched place itself is marked.
    public var isEverything: Bool {
        if case .marked = root { true } else { false }
    }

    /// The marked places, in no particular order. None is inside another.
    public var places: [TreePlace] {
        var places: [TreePlace] = []
        root.collect(into: &places, at: .root)
        return places
    }

    /// Marks a place.
    public mutating func insert(_ place: TreePlace) {
        guard root.mark(place.keys[...]) else { return }
        count += 1
        if count > Self.limit { root = .marked }
    }

    /// Marks the places that others mark.
    public mutating func formUnion(_ other: WatchMarks) {
        for place in other.places { insert(place) }
    }
}

extension WatchMarks.Node {
    /// Returns whether neither the place nor one that contains it was marked before.
    fileprivate mutating func mark(_ keys: ArraySlice<TreeKey>) -> Bool {
        guard case .children(var children) = self else { return false }
        // Releases the reference, so that the children are changed in place.
        self = .marked
        guard let key = keys.first else { return true }
        let isNew = children[key, default: .children([:])].mark(keys.dropFirst())
        self = .children(children)
        return isNew
    }

    fileprivate func collect(into places: inout [TreePlace], at place: TreePlace) {
        switch self {
        case .marked: places.append(place)
        case .children(let children):
            for (key, child) in children { child.collect(into: &places, at: place.appending(key)) }
        }
    }
}

// MARK: - All watches

/// Watches by place, so that a write finds the affected ones without asking the others.
public struct WatchTree: Sendable {
    private var watches: [ObjectIdentifier: WatchSignal] = [:]
    private var children: [TreeKey: WatchTree] = [:]

    /// Makes a tree without watches.
    public init() {}

    /// Whether no watch is in the tree.
    public var isEmpty: Bool { watches.isEmpty && children.isEmpty }

    /// The number of watches, at this place and below.
    public var count: Int {
        children.values.reduce(watches.count) { $0 + $1.count }
    }

    /// Adds a watch, with everything marked.
    public mutating func insert(_ signal: WatchSignal) {
        signal.record(CollectionOfOne(.root))
        change(at: signal.place.keys[...]) { $0[ObjectIdentifier(signal)] = signal }
    }

    /// Removes a watch. A no-op if the watch isn't in the tree.
    public mutating func remove(_ signal: WatchSignal) {
        change(at: signal.place.keys[...]) { $0[ObjectIdentifier(signal)] = nil }
    }

    /// Marks places for all watches at, above and below them, and wakes these watches.
    ///
    /// Call this without holding a lock, or use ``record(_:)``.
    public mutating func mark(_ places: some Sequence<TreePlace>) {
        for signal in places.flatMap(record) {
            if signal.hasEnded { remove(signal) } else { signal.wake() }
        }
    }

    private mutating func change(
        at keys: ArraySlice<TreeKey>, _ body: (inout [ObjectIdentifier: WatchSignal]) -> Void
    ) {
        guard let key = keys.first else { return body(&watches) }
        children[key, default: WatchTree()].change(at: keys.dropFirst(), body)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Marks a place for all watches at, above and below it. Returns these, for the caller to wake
    /// once no lock is held.
    public func record(_ place: TreePlace) -> [WatchSignal] {
        var recorded: [WatchSignal] = []
        var tree = self
        for (depth, key) in place.keys.enumerated() {
            if !tree.watches.isEmpty {
                let below = TreePlace(Array(place.keys[depth...]))
                tree.recordHere(below, &recorded)
            }
            guard let child = tree.children[key] else { return recorded }
            tree = child
        }
        tree.recordEverything(&recorded)
        return recorded
    }

    private func recordHere(_ place: TreePlace, _ recorded: inout [WatchSignal]) {
        for watch in watches.values { watch.record(CollectionOfOne(place)) }
        recorded += watches.values
    }

    private func recordEverything(_ recorded: inout [WatchSignal]) {
        recordHere(.root, &recorded)
        for child in children.values { child.recordEverything(&recorded) }
    }
}

// MARK: - The watch of any source

/// The watch of an engine that is a ``WatchSource``. It keeps the engine; the engine keeps its signal.
final class SourceWatch<Source: WatchSource>: TreeWatch {
    private enum Phase {
        case new, started, ended
    }

    private let source: Source
    private let signal: WatchSignal
    private let phase = Locked(Phase.new)
    private let selection: Locked<WatchedSelection>

    init(_ place: TreePlace, _ selection: TreeSelection, in source: Source) {
        self.source = source
        signal = WatchSignal(place, selection)
        self.selection = Locked(WatchedSelection(place, selection))
    }

    deinit {
        cancel()
    }

    func cancel() {
        let wasStarted = phase.withLock { phase in
            defer { phase = .ended }
            return phase == .started
        }
        signal.end()
        if wasStarted { source.endWatch(signal) }
    }

    func next() async throws -> [TreeUpdate] {
        try await start()
        while true {
            try await signal.wait()
            let wasFromCache = isFromCache
            let updates = try await readUpdates()
            if !updates.isEmpty || isFromCache != wasFromCache { return updates }
        }
    }

    var isFromCache: Bool { selection.withLock { $0.isFromCache } }

    private func start() async throws {
        guard phase.withLock({ $0 == .new }) else { return }
        try await source.startWatch(signal)
        let hasEnded = phase.withLock { phase in
            if phase == .new { phase = .started }
            return phase == .ended
        }
        if hasEnded { source.endWatch(signal) }
    }

    private func readUpdates() async throws -> [TreeUpdate] {
        do {
            return try await source.readWatched(signal) { [selection] marks, state in
                try selection.withLock { try $0.updates(of: marks, in: state) }
            }
        } catch {
            // The marks are lost.
            signal.markEverything()
            throw error
        }
    }
}
