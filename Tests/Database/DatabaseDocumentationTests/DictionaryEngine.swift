import Foundation
import TypedDatabase

/// An engine that keeps the data in nested dictionaries.
actor DictionaryEngine: DatabaseEngine, WatchSource {
    let transactions = TransactionQueue()
    private var value: TreeValue?
    private var watches = WatchTree()

    func read(_ place: TreePlace, _ selection: TreeSelection) -> VersionedValue {
        VersionedValue(selection.select(from: value[place]), version: .value(value[place]))
    }

    func write(_ edits: [TreeEdit]) {
        let time = Int64(Date().timeIntervalSince1970 * 1000)
        for edit in edits {
            value[edit.place] = edit.resolved(at: time, from: value[edit.place])
        }
        watches.mark(edits.map(\.place))
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) -> ConditionalWriteResult {
        let current = versions.map { read($0.place, .all) }
        guard current.map(\.version) == versions.map(\.version) else { return .changed(current) }
        write(edits)
        return .written
    }

    func startWatch(_ signal: WatchSignal) {
        watches.insert(signal)
    }

    func readWatched<Result: Sendable>(
        _ signal: WatchSignal, _ body: @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        try body(signal.take(), value)
    }
}
