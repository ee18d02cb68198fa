import TypedDatabase

/// Watches share one session with the server, whatever their number, and end it 60 seconds after the
/// last of them.
///
/// Watches of a document, of its fields and of their parts are one target for the server: each change
/// of the document costs one read, however many they are. Watches of the same selection of a
/// collection are one target, too. What can't be selected by the server is watched as the whole
/// collection, as ``read(_:_:)`` reads it.
extension FirestoreEngine: WatchSource {
    public func startWatch(_ signal: WatchSignal) throws {
        hub.add(signal, to: try ListenTarget(signal.place, signal.selection, layout))
    }

    public func endWatch(_ signal: WatchSignal) {
        hub.remove(signal)
    }

    public func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        let (marks, state) = try hub.read(for: signal)
        return try body(marks, state)
    }
}
