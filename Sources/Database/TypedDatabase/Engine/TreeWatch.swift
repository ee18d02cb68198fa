/// A subscription to a place.
///
/// One task at a time asks for updates. A watch ends by ``cancel()``, and when it is released.
public protocol TreeWatch: AnyObject, Sendable {
    /// Waits for a change, and returns the differences.
    ///
    /// The first update has the current state, as one edit of the place itself, with all writes of
    /// this engine that returned before it was asked for. Each later one has
    /// the differences between the state after the last and a later state: those in between may be
    /// skipped, but an update never has a part of a batch. There are no differences if only
    /// ``isFromCache`` has changed.
    ///
    /// Throws `CancellationError` if the task is cancelled or the watch has ended, and another
    /// error if no more updates are possible.
    func next() async throws -> [TreeUpdate]

    func cancel()

    /// Whether the state that the updates have led to is one that was kept while the data couldn't
    /// be reached.
    var isFromCache: Bool { get }
}

extension TreeWatch {
    /// `false`: the state is the data's own.
    public var isFromCache: Bool { false }
}

/// The new value of a place at or below the watched one, as far as it is selected.
public struct TreeUpdate: Hashable, Sendable {
    /// The place, relative to the watched one.
    public var place: TreePlace
    /// The value; `nil` if the place is empty now.
    public var value: TreeValue?

    /// Makes an update of a place.
    public init(_ place: TreePlace, _ value: TreeValue?) {
        self.place = place
        self.value = value
    }
}
