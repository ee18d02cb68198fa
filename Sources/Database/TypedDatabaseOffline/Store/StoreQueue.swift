import TypedDatabase

/// The work on the store: it is loaded once, then does the jobs of the queue one after the other.
extension OfflineCore {
    /// Loads the store's content, once.
    func load() async throws {
        let (isLoaded, task) = state.withLock { state in
            if state.isLoaded { return (true, nil as Task<Void, any Error>?) }
            if state.loading == nil { state.loading = Task { try await self.readStore() } }
            return (false, state.loading)
        }
        if !isLoaded { try await task?.value }
    }

    private func readStore() async throws {
        do {
            let reservation = try await reserveStore()
            try await claimStore()
            let stored = StoredState(
                outbox: try await store.read(StorePlaces.outbox, .all).value,
                refused: try await store.read(StorePlaces.refused, .all).value,
                queries: try await store.read(StorePlaces.queries, .all).value)
            changeState { state in
                let remote = state.device.remote
                state.device = Device(stored)
                state.device.setRemote(remote)
                state.device.cacheLimit = cacheLimit
                state.isLoaded = true
                if !state.isStopped { state.reservation = reservation }
            }
        } catch {
            state.withLock { $0.loading = nil }
            throw error
        }
    }

    /// Reserves the store for this engine. An engine that was released a moment ago may still be
    /// storing.
    private func reserveStore() async throws -> EngineReservation {
        let end = ContinuousClock.now + settings.handover
        while true {
            do {
                return try await store.reserve()
            } catch let error as TreeDatabaseError where error.kind == .inUse {
                if ContinuousClock.now > end { throw error }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// Makes the store this user's. Throws if it has data of another one.
    private func claimStore() async throws {
        let owner = StoreOwner(user: user)
        var keys: [TreeKey] = []
        switch try await store.keys(of: .root, .all) {
        case .nothing: break
        case .scalar: keys = [".value"]
        case .children(let children): keys = children
        }
        let mark = try await store.read(StorePlaces.owner, .all).value
        if try owner.claims(mark, keys) {
            try await store.write([TreeEdit(StorePlaces.owner, setting: owner.stored)])
        }
    }

    /// Reads a cached value, after all changes of the store that are under way.
    func read(_ stored: StoredValue) async throws -> TreeValue? {
        try await withCheckedThrowingContinuation { continuation in
            changeState { state in state.jobs.append(.read(stored, continuation)) }
        }
    }

    /// Waits for all changes of the store that are under way.
    func storeAll() async {
        await withCheckedContinuation { continuation in
            changeState { state in state.jobs.append(.barrier(continuation)) }
        }
    }

    /// Does the jobs in the queue until there are none.
    func runStore() async {
        while let job = state.withLock({ state -> StoreJob? in
            let job = state.jobs.popFirst()
            if job == nil {
                state.isStoring = false
                if state.isStopped { state.reservation = nil }
            }
            return job
        }) {
            await run(job)
        }
    }

    private func run(_ job: StoreJob) async {
        switch job {
        case .step(let step, let event):
            do {
                try await make(step)
                if let event { change { $0.stored(event) } }
            } catch {
                change { $0.notStored(step, event, error) }
            }
        case .load(let id, let stored):
            // Without a cached value, the query waits for the server.
            guard let value = try? await value(of: stored) else { return }
            change { $0.loaded(id, stored, value) }
        case .read(let stored, let continuation):
            do {
                continuation.resume(returning: try await value(of: stored))
            } catch {
                continuation.resume(throwing: error)
            }
        case .barrier(let continuation): continuation.resume()
        }
    }

    private func value(of stored: StoredValue) async throws -> TreeValue? {
        try await store.read(stored.place, stored.selection).value
    }

    private func make(_ step: StoreStep) async throws {
        var values: [TreeValue?] = []
        for fold in step.folds { values.append(try await store.read(fold.place, .all).value) }
        let edits = step.edits(with: values)
        if !edits.isEmpty { try await store.write(edits) }
    }
}
