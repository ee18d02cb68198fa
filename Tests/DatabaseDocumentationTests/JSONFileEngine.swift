import Foundation
import TypedDatabase

/// An engine that keeps the data in a JSON file, which it writes again with each change.
actor JSONFileEngine: DatabaseEngine {
    let transactions = TransactionQueue()
    private let file: URL
    private var value: TreeValue?
    private var watchers: [ObjectIdentifier: Watcher] = [:]

    init(at file: URL) throws {
        self.file = file
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let leaves = try JSONDecoder().decode([Leaf].self, from: Data(contentsOf: file))
        for leaf in leaves { value[TreePlace(leaf.keys.map { TreeKey($0) })] = leaf.value }
    }
}

// MARK: - Reading and writing

extension JSONFileEngine {
    func read(_ place: TreePlace, _ selection: TreeSelection) -> VersionedValue {
        let current = value[place]
        return VersionedValue(selection.select(from: current), version: .value(current))
    }

    func write(_ edits: [TreeEdit]) throws {
        var changed = value
        let time = Int64(Date().timeIntervalSince1970 * 1000)
        for edit in edits {
            changed[edit.place] = edit.resolved(at: time, from: changed[edit.place])
        }
        try JSONEncoder().encode(leaves(of: changed)).write(to: file, options: .atomic)
        value = changed
        tellWatchers(edits.map(\.place))
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) throws -> ConditionalWriteResult {
        let current = versions.map { read($0.place, .all) }
        guard current.map(\.version) == versions.map(\.version) else { return .changed(current) }
        try write(edits)
        return .written
    }
}

// MARK: - Watching

extension JSONFileEngine {
    nonisolated func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        JSONFileWatch(place, selection, in: self)
    }

    func add(_ signal: WatchSignal, at place: TreePlace) {
        watchers[ObjectIdentifier(signal)] = Watcher(place: place, signal: signal)
    }

    /// What is at a place, and the marks of all writes that it has in it.
    func snapshot(
        of place: TreePlace, takingMarksOf signal: WatchSignal
    ) throws -> (TreeValue?, WatchMarks) {
        (value[place], try signal.take())
    }

    private func tellWatchers(_ places: [TreePlace]) {
        watchers = watchers.filter { $0.value.signal != nil }
        for watcher in watchers.values {
            watcher.signal?.mark(places.compactMap { $0.seen(from: watcher.place) })
        }
    }
}

/// A watch's signal, which the engine doesn't keep.
private struct Watcher {
    let place: TreePlace
    weak var signal: WatchSignal?
}

nonisolated extension TreePlace {
    /// This place as one at or below another; `nil` if neither is inside the other.
    fileprivate func seen(from watched: TreePlace) -> TreePlace? {
        if watched.contains(self) { return relative(to: watched) }
        return contains(watched) ? .root : nil
    }
}

final class JSONFileWatch: TreeWatch {
    private let place: TreePlace
    private let selection: TreeSelection
    private let engine: JSONFileEngine
    private let signal = WatchSignal()

    init(_ place: TreePlace, _ selection: TreeSelection, in engine: JSONFileEngine) {
        self.place = place
        self.selection = selection
        self.engine = engine
    }

    func next() async throws -> [TreeUpdate] {
        await engine.add(signal, at: place)
        var marks = try await signal.next()
        let (value, more) = try await engine.snapshot(of: place, takingMarksOf: signal)
        marks.formUnion(more)
        if selection == .all { return marks.places.map { TreeUpdate(ofMarked: $0, in: value) } }
        return [TreeUpdate(.root, selection.select(from: value))]
    }

    func cancel() {
        signal.end()
    }
}

// MARK: - The file

/// A bool, a number or a string, and the keys that lead to it.
///
/// A list of them keeps keys apart that Swift takes for equal. A JSON object wouldn't.
private nonisolated struct Leaf: Codable {
    var keys: [String]
    var value: TreeValue
}

private nonisolated func leaves(of value: TreeValue?, at keys: [String] = []) -> [Leaf] {
    switch value {
    case .children(let children)?:
        children.flatMap { leaves(of: $0.value, at: keys + [$0.key.text]) }
    case let scalar?: [Leaf(keys: keys, value: scalar)]
    case nil: []
    }
}
