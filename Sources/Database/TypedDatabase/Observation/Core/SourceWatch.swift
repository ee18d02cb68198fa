/// The watch of an engine that is a ``WatchSource``. It keeps the engine; the engine keeps its signal.
final class SourceWatch<Source: WatchSource>: TreeWatch {
    private enum Phase {
        case new, started, ended
    }

    private let source: Source
    private let signal: WatchSignal
    private let phase = Locked(Phase.new)
    private let selection: Locked<WatchedSelection>

    init(_ place: TreePlace, _ selection: TreeSelection, in source: Source) {
        self.source = source
        signal = WatchSignal(place, selection)
        self.selection = Locked(WatchedSelection(place, selection))
    }

    deinit {
        cancel()
    }

    func cancel() {
        let wasStarted = phase.withLock { phase in
            defer { phase = .ended }
            return phase == .started
        }
        signal.end()
        if wasStarted { source.endWatch(signal) }
    }

    func next() async throws -> [TreeUpdate] {
        try await start()
        while true {
            try await signal.wait()
            let wasFromCache = isFromCache
            let updates = try await readUpdates()
            if !updates.isEmpty || isFromCache != wasFromCache { return updates }
        }
    }

    var isFromCache: Bool { selection.withLock { $0.isFromCache } }

    private func start() async throws {
        guard phase.withLock({ $0 == .new }) else { return }
        try await source.startWatch(signal)
        let hasEnded = phase.withLock { phase in
            if phase == .new { phase = .started }
            return phase == .ended
        }
        if hasEnded { source.endWatch(signal) }
    }

    private func readUpdates() async throws -> [TreeUpdate] {
        do {
            return try await source.readWatched(signal) { [selection] marks, state in
                try selection.withLock { try $0.updates(of: marks, in: state) }
            }
        } catch {
            // The marks are lost.
            signal.markEverything()
            throw error
        }
    }
}
