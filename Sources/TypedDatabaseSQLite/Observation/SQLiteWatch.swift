import TypedDatabase

/// A watch in a ``SQLiteEngine``. It keeps the connections; the feed has only its signal.
final class SQLiteWatch: TreeWatch {
    private enum Progress {
        case new, begun, ended
    }

    private let place: TreePlace
    private let readers: ConnectionPool
    private let feed: ChangeFeed
    private let signal = WatchSignal()
    private let progress = Locked(Progress.new)
    private let reader: Locked<WatchReader>

    init(
        _ place: TreePlace, _ selection: TreeSelection, readers: ConnectionPool, feed: ChangeFeed
    ) {
        self.place = place
        self.readers = readers
        self.feed = feed
        reader = Locked(WatchReader(place, selection))
    }

    deinit {
        cancel()
    }

    func cancel() {
        let hasBegun = progress.withLock { progress in
            defer { progress = .ended }
            return progress == .begun
        }
        if hasBegun { feed.remove(signal, at: place) }
        signal.end()
    }

    func next() async throws -> [TreeUpdate] {
        try await begin()
        while true {
            let marks = try await signal.next()
            do {
                let updates = try await updates(of: marks)
                // Of what isn't selected there is nothing to tell.
                if !updates.isEmpty { return updates }
            } catch {
                // The marks are taken: whoever asks again has to get everything.
                signal.record(CollectionOfOne(.root))
                throw error
            }
        }
    }

    /// Makes the feed tell the signal what is changed from now on.
    private func begin() async throws {
        guard progress.withLock({ $0 == .new }) else { return }
        try await feed.add(signal, at: place)
        let hasEnded = progress.withLock { progress in
            if progress == .new { progress = .begun }
            return progress == .ended
        }
        if hasEnded { feed.remove(signal, at: place) }
    }

    /// Reads what is at the marked places, all from one state of the file.
    ///
    /// That state may have changes that the feed hasn't recorded yet, or not all of a batch. Those are
    /// read from the log of that state.
    private func updates(of marks: WatchMarks) async throws -> [TreeUpdate] {
        try await readers.run { [place, feed, signal, reader] connection in
            try connection.snapshot {
                let recorded = feed.recorded
                var marks = marks
                marks.formUnion(try signal.take())
                for change in try connection.changes(after: recorded) {
                    if let changed = change.place.changed(in: place) { marks.insert(changed) }
                }
                var next = reader.withLock { $0 }
                let updates = try next.updates(of: marks, on: connection)
                reader.withLock { [next] in $0 = next }
                return updates
            }
        }
    }
}

extension TreePlace {
    /// What has changed in a watched place if something has here, relative to the watched one.
    fileprivate func changed(in watched: TreePlace) -> TreePlace? {
        if watched.contains(self) { return relative(to: watched) }
        return contains(watched) ? .root : nil
    }
}
