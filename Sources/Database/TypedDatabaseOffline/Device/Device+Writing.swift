import TypedDatabase

extension Device {
    /// Adds a write to the outbox.
    ///
    /// - Returns: the number of the write.
    mutating func write(_ edits: [TreeEdit]) -> Int {
        let write = PendingWrite(id: outbox.nextID(), edits: edits, time: now)
        outbox.append(write)
        let step = StoreStep(edits: [TreeEdit(StorePlaces.pending(write.id), setting: write.stored)]
        )
        store(step, then: .stored(write.id))
        mark(edits)
        return write.id
    }

    mutating func stored(_ event: StoreEvent) {
        switch event {
        case .stored(let id):
            outbox.update(id) { $0.isStored = true }
            pump()
        case .markedSent(let sending):
            if outbox.sending == sending { emit(.send(sending)) }
        case .settled:
            outbox.isSettling = false
            pump()
        }
    }

    mutating func notStored(_ event: StoreEvent, _ error: any Error) {
        switch event {
        case .stored(let id):
            guard let write = outbox.remove(id) else { return }
            unstored[id] = error
            mark(write.edits)
        case .markedSent(let sending):
            if outbox.sending == sending { sendLater() }
        case .settled: stored(.settled)
        }
    }

    /// Takes the loss of a change that nothing waits for: the cached values that it was about are
    /// removed.
    mutating func lost(_ step: StoreStep) {
        let places = step.edits.map(\.place) + step.folds.map(\.place)
        for id in Set(places.compactMap(StorePlaces.id(ofValueAt:)))
        where catalog.remove(id) != nil {
            store(StoreStep(edits: Self.removal(of: id)))
        }
    }

    mutating func mark(_ edits: [TreeEdit]) {
        for edit in edits { emit(.mark(edit.place)) }
    }
}

// MARK: - Refused writes

extension Device {
    /// Forgets a refused write.
    mutating func acknowledge(_ id: Int) {
        refused.removeAll { $0.id == id }
        store(StoreStep(edits: [TreeEdit(StorePlaces.refused(id), setting: nil)]))
    }

    /// Adds the edits of a refused write to the outbox again.
    ///
    /// - Returns: the number of the new write; `nil` if there is no such refused write.
    mutating func retry(_ id: Int) -> Int? {
        guard let write = refused.first(where: { $0.id == id }) else { return nil }
        refused.removeAll { $0.id == id }
        let new = PendingWrite(id: outbox.nextID(), edits: write.edits, time: now)
        outbox.append(new)
        store(
            StoreStep(edits: [
                TreeEdit(StorePlaces.refused(id), setting: nil),
                TreeEdit(StorePlaces.pending(new.id), setting: new.stored),
            ]), then: .stored(new.id))
        mark(new.edits)
        return new.id
    }
}
