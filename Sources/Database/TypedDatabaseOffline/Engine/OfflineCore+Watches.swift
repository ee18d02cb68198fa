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
        try state.withLock { state in
            let marks = try signal.take()
            let device = state.device
            guard let view = device.view(of: Query(signal.place, signal.selection)),
                view.isKnown(whileConnected: device.isConnected)
            else { return try body(WatchMarks(), TreeValue?.none) }
            return try body(view.isWindow && !marks.isEmpty ? .everything : marks, view)
        }
    }
}
