import TypedDatabase

/// A place that a batch has changed, with its number in the order of all changes.
struct LoggedChange: Sendable {
    let number: Int64
    let place: TreePlace
}

// The table `change`, by which a process learns what another has written.
extension Connection {
    /// How many changes are kept. Who comes later has to take everything for changed.
    static let keptChanges: Int64 = 4096

    /// How many places of a batch are logged. Of a batch with more, it is the place they are all in.
    private static let loggedPlaces = 256

    /// Logs what a batch changes, inside its transaction.
    func logChanges(at places: [TreePlace]) throws -> [LoggedChange] {
        let isMany = places.count > Self.loggedPlaces
        let logged = isMany ? [TreePlace.commonAncestor(of: places)] : places
        let changes = try logged.map { place in
            try statement(.insertChange).run(with: PathBytes(place).bytes)
            return LoggedChange(number: lastRow, place: place)
        }
        try pruneChanges(added: Int64(changes.count))
        return changes
    }

    /// Removes what is too old now and then, since each time costs something.
    private func pruneChanges(added: Int64) throws {
        let interval = Self.keptChanges / 4
        let last = lastRow
        guard last / interval != (last - added) / interval else { return }
        let statement = try statement(.removeChanges)
        try statement.bind(last - Self.keptChanges, at: 1)
        try statement.run()
    }

    /// The number of the latest change; 0 if there has been none.
    func lastChange() throws -> Int64 {
        let statement = try statement(.lastChange)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    /// All changes after one. If some of them are gone, that is a change of everything.
    func changes(after number: Int64) throws -> [LoggedChange] {
        let statement = try statement(.changes)
        defer { statement.reset() }
        try statement.bind(number, at: 1)
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

    /// A number that changes when another connection, in whichever process, has written.
    func dataVersion() throws -> Int64 {
        let statement = try statement(.dataVersion)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(at: 0) : 0
    }
}
