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

    /// Marks the places of a write as stale in the windows of limited queries.
    private mutating func touch(_ write: PendingWrite) {
        for query in observed(write.edits) where query.isCut { queries[query]?.touch(write.edits) }
    }

    /// Takes the store's report of a change.
    mutating func stored(_ event: StoreEvent) {
        switch event {
        case .stored(let id):
            storing[id] = nil
            news.topics.insert(.stored(id))
            outbox.update(id) { $0.isStored = true }
            sendNext()
        case .markedSent(let sending):
            if outbox.sending == sending { emit(.send(sending)) }
        case .settled:
            settlingCount -= 1
            if outbox.isSettling { return }
            if !isPaused { failure = nil }
            sendNext()
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

    /// Marks the places of edits that have begun or ceased to apply.
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
        store(StoreStep(edits: Self.edits(ofRefused: id, nil)), then: .stored(change))
        return change
    }

    private mutating func removeRefused(_ id: Int) -> RefusedWrite? {
        refused.firstIndex { $0.id == id }.map { refused.remove(at: $0) }
    }

    /// The edits that store a refused write, or remove it: from the outbox as well, where it may
    /// still be.
    private static func edits(ofRefused id: Int, _ value: TreeValue?) -> [TreeEdit] {
        [
            TreeEdit(StorePlaces.pending(id), setting: nil),
            TreeEdit(StorePlaces.refused(id), setting: value),
        ]
    }

    private mutating func restore(_ write: RefusedWrite) {
        unsettled += Self.edits(ofRefused: write.id, write.stored)
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
                edits: Self.edits(ofRefused: id, nil) + [
                    TreeEdit(StorePlaces.pending(new.id), setting: new.stored)
                ]), then: .stored(new.id))
        mark(new.edits)
        return new.id
    }
}

// MARK: - Sending

extension Device {
    /// Sends the next writes, unless something is being sent or has to be waited for.
    mutating func sendNext() {
        guard !isPaused, let head = outbox.head, !head.overlaps(direct) else { return }
        if head.hasIncrement {
            guard isReached else { return probe(head.edits[0].place) }
            var step = StoreStep()
            guard let sending = beginIncrement(&step) else { return }
            store(step, then: .markedSent(sending))
        } else if let sending = outbox.beginSending(beside: direct) {
            emit(.send(sending))
        }
    }

    /// Begins to send the next write if that is an increment, and marks it as sent in a step of the
    /// store. It is sent once the store has taken the step.
    private mutating func beginIncrement(_ step: inout StoreStep) -> Outbox.Sending? {
        guard !isPaused, isReached, let head = outbox.head, head.hasIncrement,
            !head.overlaps(direct)
        else { return nil }
        if isGated(head), gateOpenFor != head.id {
            if gateTimer != head.id {
                gateTimer = head.id
                emit(.wait(.gate(head.id)))
            }
            return nil
        }
        guard let sending = outbox.beginSending() else { return nil }
        expose(head.overlay)
        step.edits.append(TreeEdit(StorePlaces.isSent(head.id), setting: true))
        return sending
    }

    /// Prepares for the effect of an increment: from now on, streams and answers may have it or not.
    private mutating func expose(_ write: Overlay) {
        holdConnecting(write.edits)
        for query in observed(write.edits) { queries[query]?.freeze(write) }
        for (id, read) in reads where write.overlaps(read.query.place) {
            reads[id]?.isAmbiguous = true
        }
    }

    /// Ends the watches without a first value, which might have an increment or not.
    private mutating func holdConnecting(_ edits: [TreeEdit]) {
        for query in observed(edits) {
            guard let tracked = queries[query], tracked.phase == .connecting else { continue }
            emit(.close(tracked.id))
            let number = nextNumber()
            queries[query]?.hold(as: number)
            if isShownFromAbove(query) {
                queries[query]?.clear()
                emit(.mark(query.place))
            } else if !tracked.isKnown {
                load(query)
            }
        }
    }

    /// Whether an increment waits for answers that might have its effect or not.
    private func isGated(_ write: PendingWrite) -> Bool {
        let overlay = write.overlay
        return reads.values.contains { overlay.overlaps($0.query.place) }
            || observed(write.edits).contains { queries[$0]?.phase == .connecting }
    }

    /// Takes the remote's answer to an attempt.
    mutating func answered(_ sending: Outbox.Sending, _ answer: Answer) {
        guard outbox.sending == sending else { return }
        let writes = outbox.sendingWrites
        switch answer {
        case .made:
            succeed()
            outbox.endSending()
            for write in writes { remove(write.id) }
            var step = StoreStep(
                edits: writes.map { TreeEdit(StorePlaces.pending($0.id), setting: nil) })
            applyMade(writes.map(\.overlay), &step)
            settle(step)
            return
        case .refused(let error):
            succeed()
            outbox.endSending(isRefused: true)
            if writes.count == 1 { refuse(writes[0], error) }
        case .unknown(let error) where writes.contains(where: \.hasIncrement):
            isReached = false
            outbox.endSending()
            for write in writes { refuse(write, error) }
        case .unknown(let error), .later(let error):
            sendLater(error)
        }
        settleAmbiguous()
        openHeld()
        sendNext()
    }

    /// Stores that writes were made and, in the same step, which increment is sent next.
    private mutating func settle(_ step: StoreStep) {
        var step = step
        settleAmbiguous()
        openHeld()
        if let next = beginIncrement(&step) {
            store(step, then: .markedSent(next))
        } else {
            storeOutcome(step)
        }
    }

    /// Ends an attempt without effect, and pauses.
    mutating func sendLater(_ error: TreeDatabaseError) {
        guard let sending = outbox.sending else { return }
        if error.kind == .unavailable { setRemote(.disconnected(reason: error)) }
        outbox.endSending(error)
        for write in sending.ids.compactMap({ outbox[$0] }) {
            for query in observed(write.edits) { queries[query]?.sendAgain(write.overlay) }
            mark(write.edits)
            guard write.hasIncrement else { continue }
            let edits = [TreeEdit(StorePlaces.isSent(write.id), setting: nil)]
            storeOutcome(StoreStep(edits: edits))
        }
        pause(error)
    }

    /// Stores the outcome of an attempt. Nothing is sent before the store has it: if the process
    /// died, an earlier write would be sent after a later one.
    mutating func storeOutcome(_ step: StoreStep) {
        settlingCount += 1
        store(step, then: .settled)
    }

    private mutating func pause(_ error: TreeDatabaseError) {
        isPaused = true
        isReached = false
        failure = error
        failureCount += 1
        news.places += outbox.first?.edits.map(\.place) ?? []
        pauseNumber = nextNumber()
        emit(.wait(.pause(number: pauseNumber, failureCount: failureCount)))
    }

    /// Goes on sending after a pause.
    mutating func resume() {
        isPaused = false
        sendNext()
    }

    /// Moves a write to the refused ones.
    mutating func refuse(_ write: PendingWrite, _ error: TreeDatabaseError) {
        remove(write.id)
        let refusal = RefusedWrite(write, error)
        refused.append(refusal)
        forget(write)
        storeOutcome(StoreStep(edits: Self.edits(ofRefused: write.id, refusal.stored)))
    }

    mutating func forget(_ write: PendingWrite) {
        for query in observed(write.edits) { queries[query]?.forget(write.id) }
        mark(write.edits)
    }

    /// Notes that the remote is asked to make edits without the outbox: the stream may show them
    /// before the answer.
    ///
    /// - Returns: the number of the write.
    mutating func beginDirect(_ edits: [TreeEdit]) -> Int {
        let write = Overlay(id: outbox.nextID(), edits: edits, time: now)
        if write.hasIncrement { expose(write) }
        direct.append(write)
        return write.id
    }

    /// Takes the end of a write without the outbox.
    ///
    /// - Parameter isMade: whether the remote is known to have made the edits.
    mutating func endDirect(_ id: Int, isMade: Bool) {
        guard let index = direct.firstIndex(where: { $0.id == id }) else { return }
        let edits = direct.remove(at: index).edits
        news.places += edits.map(\.place)
        if isMade {
            // Writes are awaited in the order of their answers.
            let write = Overlay(id: outbox.nextID(), edits: edits, time: now)
            for query in observed(edits) { queries[query]?.renumber(id, to: write.id) }
            var step = StoreStep()
            applyMade([write], &step)
            settleAgain()
            store(step)
            mark(edits)
        } else {
            for query in observed(edits) { queries[query]?.forget(id) }
        }
        receiveDeferred()
        settleAmbiguous()
        openHeld()
        sendNext()
    }
}

// MARK: - The connection

extension Device {
    /// Whether the last attempt to reach the remote hasn't failed.
    var isConnected: Bool { remote.reason == nil }

    /// Whether a pending write is likely to be sent soon.
    var isSending: Bool { isConnected && failureCount < 3 }

    /// The connection for reads and writes: the remote may be there, and refuse the token.
    var connection: ConnectionState {
        if let failure, isConnected { .disconnected(reason: failure) } else { remote }
    }

    mutating func setRemote(_ new: ConnectionState) {
        if new == .connecting { return }
        isReached = new == .connected
        let wasConnected = isConnected
        if new != remote { remote = new }
        if isConnected != wasConnected {
            // A limited query shows another window without the remote.
            for query in queries.keys where query.isCut { emit(.mark(query.place)) }
            if isConnected, isPaused { return resume() }
        }
        if isReached { sendNext() }
    }

    /// Takes an answer to an attempt to send.
    private mutating func succeed() {
        failureCount = 0
        failure = nil
        setRemote(.connected)
    }

    /// Asks whether the remote can be reached, by a small read: an increment that is sent without
    /// knowing it might be given up though it has never left, and reads without the remote might
    /// never notice that it is back.
    mutating func probe(_ place: TreePlace) {
        if isProbing { return }
        isProbing = true
        emit(.probe(place))
    }

    /// Takes the answer of the remote; `nil` if there was one.
    mutating func probed(_ error: TreeDatabaseError?) {
        isProbing = false
        guard let error else { return setRemote(.connected) }
        if error.kind == .unavailable { setRemote(.disconnected(reason: error)) }
        if outbox.head?.hasIncrement == true, !isPaused { pause(error) }
    }

    /// The error of a call that needs the remote, and can't reach it.
    func unreachable(at place: TreePlace?) -> TreeDatabaseError {
        let reason = connection.reason
        return TreeDatabaseError(
            reason?.kind ?? .unavailable, at: place,
            "this can't be done without the server: \(reason?.message ?? "it can't be reached")")
    }
}
