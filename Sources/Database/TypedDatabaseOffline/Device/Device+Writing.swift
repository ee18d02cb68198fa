import TypedDatabase

extension Device {
    /// Adds a write to the outbox.
    ///
    /// - Returns: the number of the write.
    mutating func write(_ edits: [TreeEdit]) -> Int {
        let write = PendingWrite(id: outbox.nextID(), edits: edits, time: now)
        append(write)
        let step = StoreStep(edits: [TreeEdit(StorePlaces.pending(write.id), setting: write.stored)]
        )
        store(step, then: .stored(write.id))
        mark(edits)
        return write.id
    }

    private mutating func append(_ write: PendingWrite) {
        outbox.append(write)
        touch(write)
    }

    @discardableResult
    mutating func remove(_ id: Int) -> PendingWrite? {
        let write = outbox.remove(id)
        if let write { touch(write) }
        return write
    }

    /// Notes for limited queries that what a write makes of them has changed.
    private mutating func touch(_ write: PendingWrite) {
        for query in observed(write.edits) where query.isCut { queries[query]?.touch(write.edits) }
    }

    mutating func stored(_ event: StoreEvent) {
        switch event {
        case .stored(let id):
            storing[id] = nil
            news.topics.insert(.stored(id))
            outbox.update(id) { $0.isStored = true }
            pump()
        case .markedSent(let sending):
            if outbox.sending == sending { emit(.send(sending)) }
        case .settled:
            settlingCount -= 1
            if outbox.isSettling { return }
            if !isPaused { failure = nil }
            pump()
        }
    }

    /// Takes the failure of a change of the store. The cached values that it was about are removed,
    /// and the outcomes of attempts are stored later.
    mutating func notStored(_ step: StoreStep, _ event: StoreEvent?, _ error: any Error) {
        let places = step.edits.map(\.place) + step.folds.map(\.place)
        let ids = Set(places.compactMap(StorePlaces.cacheID))
        for id in ids.sorted() { catalog.remove(id) }
        unsettled += ids.sorted().flatMap(Self.removal(of:))
        switch event {
        case .stored(let id):
            unstored[id] = error
            news.topics.insert(.stored(id))
            if let write = remove(id) { mark(write.edits) }
            if case .some(let refusal?) = storing.removeValue(forKey: id) { restore(refusal) }
        case .markedSent(let sending):
            unsettled += step.edits.filter {
                StorePlaces.isOutcome($0.place) && $0.place != StorePlaces.isSent(sending.ids[0])
            }
            if outbox.sending == sending { sendLater(TreeDatabaseError(passing: error)) }
        case .settled:
            failure = TreeDatabaseError(passing: error)
            unsettled += step.edits.filter { StorePlaces.isOutcome($0.place) }
            settlingCount -= 1
            return emit(.wait(.settling))
        case nil: break
        }
        settleAgain()
    }

    /// Stores the outcomes that the store hasn't taken.
    mutating func settleAgain() {
        if unsettled.isEmpty { return }
        var edits: [TreeEdit] = []
        for edit in unsettled.reversed()
        where isDue(edit) && !edits.contains(where: { $0.place.contains(edit.place) }) {
            edits.append(edit)
        }
        unsettled = []
        storeOutcome(StoreStep(edits: edits))
    }

    /// Whether an outcome still counts: not that of a refused write that was retried or acknowledged
    /// since.
    private func isDue(_ edit: TreeEdit) -> Bool {
        guard StorePlaces.refused.contains(edit.place), edit.operation != .set(PendingValue(nil))
        else { return true }
        return refused.contains { StorePlaces.refused($0.id) == edit.place }
    }

    /// Marks what a write changes, or no longer changes.
    mutating func mark(_ edits: [TreeEdit]) {
        for edit in edits { mark(edit.place) }
    }

    /// Marks a place or, if a write below a scalar is gone, the scalar that is seen again.
    mutating func mark(_ place: TreePlace) {
        var place = place
        for query in queryPlaces.above(place) {
            place = queries[query]?.scalar(above: place) ?? place
        }
        for write in outbox.above(place) {
            place = write.overlay.scalar(above: place) ?? place
        }
        emit(.mark(place))
    }
}

// MARK: - Refused writes

extension Device {
    /// Forgets a refused write. It comes back if the store doesn't forget it.
    ///
    /// - Returns: the number of the change; `nil` if there is no such refused write.
    mutating func acknowledge(_ id: Int) -> Int? {
        guard let write = removeRefused(id) else { return nil }
        let change = outbox.nextID()
        storing[change] = .some(write)
        store(StoreStep(edits: Self.removalOfRefused(id)), then: .stored(change))
        return change
    }

    private mutating func removeRefused(_ id: Int) -> RefusedWrite? {
        refused.firstIndex { $0.id == id }.map { refused.remove(at: $0) }
    }

    /// The store may have the write as a pending one still.
    private static func removalOfRefused(_ id: Int) -> [TreeEdit] {
        [
            TreeEdit(StorePlaces.pending(id), setting: nil),
            TreeEdit(StorePlaces.refused(id), setting: nil),
        ]
    }

    private mutating func restore(_ write: RefusedWrite) {
        unsettled += [
            TreeEdit(StorePlaces.pending(write.id), setting: nil),
            TreeEdit(StorePlaces.refused(write.id), setting: write.stored),
        ]
        let index = refused.firstIndex { $0.id > write.id } ?? refused.endIndex
        refused.insert(write, at: index)
    }

    /// Adds the edits of a refused write to the outbox again. It comes back if the store doesn't
    /// take them.
    ///
    /// - Returns: the number of the new write; `nil` if there is no such refused write.
    mutating func retry(_ id: Int) -> Int? {
        guard let write = removeRefused(id) else { return nil }
        let new = PendingWrite(id: outbox.nextID(), edits: write.edits, time: now)
        append(new)
        storing[new.id] = .some(write)
        store(
            StoreStep(
                edits: Self.removalOfRefused(id) + [
                    TreeEdit(StorePlaces.pending(new.id), setting: new.stored)
                ]), then: .stored(new.id))
        mark(new.edits)
        return new.id
    }
}
