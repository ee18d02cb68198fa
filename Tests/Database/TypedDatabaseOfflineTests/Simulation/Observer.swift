@testable import TypedDatabase
@testable import TypedDatabaseOffline

/// An observer of a query, and what it has seen.
struct Observer {
    let query: Query

    /// The number of the latest state of the server that the observer has seen a part of, by place.
    var seen: [TreePlace: Int] = [:]

    /// The greatest sums that were seen, by place.
    var sums: [TreePlace: Int64] = [:]

    /// The number of writes that the device had refused when the sums were seen.
    var refusedCount = 0

    /// The watch, which reads marked places only.
    let signal: WatchSignal
    private var selection: WatchedSelection

    /// The sum of what the watch has delivered; `nil` before the first state.
    private(set) var delivered: TreeValue??

    init(_ query: Query) {
        self.query = query
        signal = WatchSignal(query.place, query.selection)
        selection = WatchedSelection(query.place, query.selection)
    }

    /// Reads what is marked.
    mutating func read(_ device: inout Device) throws {
        let marks = try signal.take()
        let (shown, view) = device.observed(query, marks)
        guard let view, !shown.isEmpty else { return }
        var value = delivered ?? nil
        for update in try selection.updates(of: shown, in: view) {
            value[update.place] = update.value
        }
        delivered = .some(value)
    }
}

extension TreeValue? {
    /// The scalars, by place.
    func scalars(at place: TreePlace = .root) -> [TreePlace: TreeValue] {
        guard let self else { return [:] }
        guard case .children(let children) = self else { return [place: self] }
        return children.reduce(into: [:]) { scalars, child in
            let below = TreeValue?(child.value).scalars(at: place.appending(child.key))
            scalars.merge(below) { $1 }
        }
    }
}
