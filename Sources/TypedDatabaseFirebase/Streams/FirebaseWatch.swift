import TypedDatabase

/// A watch in a ``FirebaseEngine``. It keeps the hub; the hub has only its signal.
final class FirebaseWatch: TreeWatch {
    private enum Progress {
        case new, begun, ended
    }

    private let hub: StreamHub
    private let subscriber: StreamSubscriber
    private let progress = Locked(Progress.new)
    private let selected: Locked<WatchedSelection>

    init(_ place: TreePlace, _ selection: TreeSelection, in hub: StreamHub) {
        self.hub = hub
        let sent = RemoteQuery(selection).sent
        subscriber = StreamSubscriber(key: StreamHub.Key(place: place, selection: sent))
        selected = Locked(WatchedSelection(selection))
    }

    deinit {
        cancel()
    }

    func cancel() {
        let wasBegun = progress.withLock { progress in
            defer { progress = .ended }
            return progress == .begun
        }
        if wasBegun { hub.remove(subscriber) }
        subscriber.signal.end()
    }

    private func begin() {
        progress.withLock { progress in
            guard progress == .new else { return }
            hub.add(subscriber)
            progress = .begun
        }
    }

    func next() async throws -> [TreeUpdate] {
        begin()
        while true {
            var marks = try await subscriber.signal.next()
            // Until the place is known, there is nothing to tell; then everything is marked.
            guard let (value, more) = try hub.snapshot(for: subscriber) else { continue }
            marks.formUnion(more)
            let updates = selected.withLock { $0.updates(of: marks, in: value) }
            if !updates.isEmpty { return updates }
        }
    }
}
