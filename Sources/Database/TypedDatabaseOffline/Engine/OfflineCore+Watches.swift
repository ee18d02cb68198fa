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

    func readWatched<Result: Sendable>(
        _ signal: WatchSignal, _ body: (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        let (marks, view) = try state.withLock { state in
            let marks = try signal.take()
            return state.device.observed(Query(signal.place, signal.selection), marks)
        }
        // The view is a value of its own: writes go on while differences are found.
        guard let view else { return try body(WatchMarks(), TreeValue?.none) }
        return try body(marks, view)
    }
}
