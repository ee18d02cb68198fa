import Foundation
import TypedDatabase

/// An engine that keeps the data in nested dictionaries.
actor DictionaryEngine: DatabaseEngine, WatchSource {
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

    func replace(
        _ place: TreePlace, with value: PendingValue, ifVersionIs version: TreeVersion
    ) -> ReplaceResult {
        let current = read(place, .all)
        guard current.version == version else { return .changed(current) }
        write([TreeEdit(place, .set(value))])
        return .replaced
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
