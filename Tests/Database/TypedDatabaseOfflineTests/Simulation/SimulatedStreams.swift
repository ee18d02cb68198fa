import TypedDatabase

@testable import TypedDatabaseOffline

/// The streams of a device's remote. As with Firebase's engine, a stream serves watches of its own
/// query and of places inside, each of which takes the stream's state at its own pace.
struct SimulatedStreams {
    struct Watch {
        let id: TrackedQuery.ID
        /// The state that was delivered last; `nil` before the first.
        var delivered: TreeValue??
    }

    struct Stream {
        let query: Query
        var watches: [Watch] = []

        /// The number of the server's state that was received last, or of the one at the
        /// connection; -1 before.
        var index = -1

        /// The state of the query; `nil` before the first.
        var state: TreeValue??

        /// Returns the state of a watch; `nil` before the first.
        func state(for query: Query) -> TreeValue?? {
            state.map {
                query.selection.select(from: $0[query.place.relative(to: self.query.place)])
            }
        }
    }

    private(set) var streams: [Stream] = []

    mutating func open(_ id: TrackedQuery.ID) {
        attach(Watch(id: id), knowing: nil)
    }

    /// Ends a watch. A stream ends with the last watch of its own query: those that it has served
    /// go on with what it knew.
    mutating func close(_ id: TrackedQuery.ID) {
        for index in streams.indices { streams[index].watches.removeAll { $0.id == id } }
        let ended = streams.filter { stream in
            !stream.watches.contains { $0.id.query == stream.query }
        }
        streams.removeAll { stream in ended.contains { $0.query == stream.query } }
        for stream in ended {
            for watch in stream.watches.sorted(by: { $0.id.number < $1.id.number }) {
                attach(watch, knowing: stream.state(for: watch.id.query))
            }
        }
    }

    private mutating func attach(_ watch: Watch, knowing state: TreeValue??) {
        let query = watch.id.query
        let index =
            streams.firstIndex { $0.query == query }
            ?? streams.indices.filter { index in
                !streams[index].query.isCut && streams[index].query.place.contains(query.place)
            }.min { streams[$0].query.place.depth < streams[$1].query.place.depth }
        if let index {
            streams[index].watches.append(watch)
        } else {
            streams.append(Stream(query: query, watches: [watch], state: state))
        }
    }

    /// Connects a stream, or receives a later state of the server.
    mutating func advance(_ index: Int, to target: Int, of server: ModelServer) {
        guard streams[index].index >= 0 else {
            // Connected; the first value arrives later.
            streams[index].index = server.index
            return
        }
        let query = streams[index].query
        streams[index].index = target
        streams[index].state = .some(
            query.selection.select(from: server.history[target][query.place]))
    }

    /// Delivers the state of a stream to one of its watches.
    ///
    /// - Returns: the updates; none if the watch has the state already.
    mutating func deliver(_ index: Int, to watch: Int) -> (TrackedQuery.ID, [TreeUpdate])? {
        let known = streams[index].watches[watch]
        guard let state = streams[index].state(for: known.id.query) else { return nil }
        let update = TreeUpdate(.root, state)
        streams[index].watches[watch].delivered = .some(state)
        let updates = known.delivered.map(update.differences) ?? [update]
        return updates.isEmpty ? nil : (known.id, updates)
    }
}
