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

    /// `false`: the state is the data's own.
    public var isFromCache: Bool { false }
}

/// A value, as the state of the root.
extension Optional: TreeState where Wrapped == TreeValue {
    /// Returns the value of a place.
    public func value(at place: TreePlace) -> TreeValue? { self[place] }
}
