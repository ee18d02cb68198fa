/// A watch in a ``MemoryEngine``. It keeps the engine; the engine has only its signal.
final class MemoryWatch: TreeWatch {
    private enum Progress {
        case new, begun, ended
    }

    private let place: TreePlace
    private let selection: TreeSelection
    private let engine: MemoryEngine
    private let signal = WatchSignal()
    private let progress = Locked(Progress.new)

    /// Unless everything is selected.
    private let window = Locked<SelectedWindow?>(nil)

    init(_ place: TreePlace, _ selection: TreeSelection, in engine: MemoryEngine) {
        self.place = place
        self.selection = selection
        self.engine = engine
    }

    deinit {
        cancel()
    }

    func cancel() {
        progress.withLock { progress in
            if progress == .begun { engine.remove(signal, at: place) }
            progress = .ended
        }
        signal.end()
    }

    private func begin() {
        progress.withLock { progress in
            guard progress == .new else { return }
            engine.add(signal, at: place)
            progress = .begun
        }
    }

    func next() async throws -> [TreeUpdate] {
        begin()
        while true {
            var marks = try await signal.next()
            let (value, more) = try engine.snapshot(takingMarksOf: signal)
            marks.formUnion(more)
            let updates = updates(of: marks, in: value[place])
            // Of what isn't selected there is nothing to tell.
            if !updates.isEmpty { return updates }
        }
    }

    private func updates(of marks: WatchMarks, in value: TreeValue?) -> [TreeUpdate] {
        if selection == .all {
            return marks.places.map { TreeUpdate(ofMarked: $0, in: value) }
        }
        let children = value?.children ?? TreeChildren()
        return window.withLock { window in
            if marks.isEverything {
                window = SelectedWindow(selection, of: children)
                return [TreeUpdate(.root, selection.select(from: value))]
            }
            return window?.update(Set(marks.places.compactMap(\.keys.first)), to: children) ?? []
        }
    }
}
