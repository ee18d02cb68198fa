import TypedDatabase

extension OfflineCore {
    func startWatch(_ signal: WatchSignal) {
        changeState { state in
            let query = Query(signal.place, signal.selection)
            state.watches.insert(signal)
            state.signals[query, default: [:]][ObjectIdentifier(signal)] = signal
            state.device.observe(query)
        }
    }

    func endWatch(_ signal: WatchSignal) {
        changeState { state in
            let query = Query(signal.place, signal.selection)
            state.watches.remove(signal)
            guard state.signals[query]?.removeValue(forKey: ObjectIdentifier(signal)) != nil else {
                return
            }
            if state.signals[query]?.isEmpty == true { state.signals[query] = nil }
            state.device.unobserve(query)
        }
    }

    /// Marks everything after a while, for a window that lacks a child.
    private func lookAgain(_ signal: WatchSignal) {
        Task { [weak signal] in
            try? await Task.sleep(for: .milliseconds(500))
            signal?.markEverything()
        }
    }

    func readWatched<Result: Sendable>(
        _ signal: WatchSignal, _ body: (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            let marks = try signal.take()
            let device = state.device
            guard let tracked = device.queries[Query(signal.place, signal.selection)] else {
                return try body(WatchMarks(), TreeValue?.none)
            }
            let view = TrackedView(tracked: tracked, outbox: device.outbox)
            guard view.isKnown(whileConnected: device.isConnected) else {
                if tracked.isKnown { lookAgain(signal) }
                return try body(WatchMarks(), TreeValue?.none)
            }
            let isWindow = signal.selection.isCut && !marks.isEmpty
            return try body(isWindow ? .everything : marks, view)
        }
    }
}
