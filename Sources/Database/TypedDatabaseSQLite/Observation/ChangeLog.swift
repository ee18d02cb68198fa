import TypedDatabase

/// A place that a batch has changed, with its number in the order of all changes.
struct LoggedChange: Sendable {
    let number: Int64
    let place: TreePlace
}

// The table `change`, which tells a process about the writes of others.
extension Connection {
    /// The number of changes to keep. A reader further behind must assume that everything changed.
    static let keptChanges: Int64 = 4096

    /// The maximum number of logged places per batch. For more, their common ancestor is logged.
    private static let loggedPlaces = 256

    /// Logs a batch's changes, inside its transaction.
    func logChanges(at places: [TreePlace]) throws -> [LoggedChange] {
        let isMany = places.count > Self.loggedPlaces
        let logged = isMany ? [TreePlace.commonAncestor(of: places)] : places
        let changes = try logged.map { place in
            try run(.insertChange, [.bytes(PathBytes(place).bytes)])
            return LoggedChange(number: lastRow, place: place)
        }
        try pruneChanges(added: Int64(changes.count))
        return changes
    }

    /// Removes old changes from time to time, since each removal has a cost.
    private func pruneChanges(added: Int64) throws {
        let interval = Self.keptChanges / 4
        let last = lastRow
        guard last / interval != (last - added) / interval else { return }
        try run(.removeChanges, [.integer(last - Self.keptChanges)])
    }

    /// Returns the number of the latest change; 0 before the first.
    func lastChange() throws -> Int64 {
        try first(.lastChange) { $0.integer(at: 0) } ?? 0
    }

    /// Returns all changes after one. If some of them are gone, the root counts as changed.
    func changes(after number: Int64) throws -> [LoggedChange] {
        let statement = try statement(.changes)
        defer { statement.reset() }
        try statement.bind([.integer(number)])
        var changes: [LoggedChange] = []
        while try statement.step() {
            let place = try TreePlace(path: Array(statement.path(at: 1)))
            changes.append(LoggedChange(number: statement.integer(at: 0), place: place))
        }
        if let first = changes.first, let last = changes.last, first.number > number + 1 {
            return [LoggedChange(number: last.number, place: .root)]
        }
        return changes
    }

    /// Returns a number that changes when another connection, in any process, has written.
    func dataVersion() throws -> Int64 {
        try first(.dataVersion) { $0.integer(at: 0) } ?? 0
    }
}
