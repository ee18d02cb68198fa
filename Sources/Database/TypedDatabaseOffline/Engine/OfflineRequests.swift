import TypedDatabase

// MARK: - Reads

extension OfflineEngine {
    /// Asks the remote, and applies pending writes. An observed place answers at once, and so does
    /// the cache while the remote can't be reached.
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        try await core.load()
        let query = Query(place, selection)
        while true {
            if let live = core.change({ $0.liveValue(of: query) }) { return live.versioned(nil) }
            if let cached = try await core.cachedValue(of: query) {
                core.change { $0.probe(place) }
                return VersionedValue(fromCache: cached)
            }
            do {
                let (value, version) = try await core.remoteValue(of: query)
                guard let value else { continue }
                if value.isComplete { return value.versioned(version) }
            } catch let error as TreeDatabaseError where error.kind == .unavailable {
                guard let cached = try await core.cachedValue(of: query) else { throw error }
                return VersionedValue(fromCache: cached)
            }
            // Of a limited query, the children that move up aren't known before it is sent.
            try await core.wait(untilSent: [place])
        }
    }

    public func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        try await core.load()
        let query = Query(place, selection)
        if let keys = try await core.remoteAnswer(
            to: query, { try await $0.keys(of: place, selection) })
        {
            return keys
        }
        return PlaceKeys(try await read(place, selection).value, selection)
    }

    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        try await core.load()
        let query = Query(place, selection)
        if let count = try await core.remoteAnswer(
            to: query, { try await $0.count(of: place, selection) })
        {
            return count
        }
        let value = try await read(place, selection).value
        return PlaceKeys(value, selection).count
    }

    public func exists(_ place: TreePlace) async throws -> Bool {
        try await core.load()
        if let exists = try await core.remoteAnswer(
            to: Query(place), { try await $0.exists(place) })
        {
            return exists
        }
        return try await read(place, .all).value != nil
    }
}

extension ReadValue {
    /// - Parameter version: the remote's version of its own value.
    fileprivate func versioned(_ version: TreeVersion?) -> VersionedValue {
        VersionedValue(value, version: isAsRead ? version ?? .value(value) : .value(value))
    }
}

extension VersionedValue {
    fileprivate init(fromCache value: TreeValue?) {
        self.init(value, version: .value(value))
        isFromCache = true
    }
}

extension OfflineCore {
    /// Reads a query from the remote, once no increment is under way that may or may not be in it,
    /// and no time is pending that the remote knows.
    func remoteValue(of query: Query) async throws -> (ReadValue?, TreeVersion) {
        try await ask(
            query, { try await $0.read(query.place, query.selection) },
            { ($0.endRead($1, $2.value), $2.version) })
    }

    /// Returns the remote's answer, if it can be reached and no pending write changes the answer.
    func remoteAnswer<Answer: Sendable>(
        to query: Query, _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Answer
    ) async throws -> Answer? {
        let isSimple = change { device in
            device.isConnected && device.outbox.overlapping(query.place).isEmpty
                && device.liveValue(of: query) == nil
        }
        guard isSimple else { return nil }
        do {
            return try await ask(query, body) { device, id, answer in
                defer { device.endRead(id) }
                return device.needsOverlay(id) ? nil : answer
            }
        } catch let error as TreeDatabaseError where error.kind == .unavailable {
            return nil
        }
    }

    /// Asks the remote once that can be done, and takes the answer.
    ///
    /// Throws at once while the remote can't be reached. While it isn't known whether it can, the
    /// call ends with the answer or with the news that it can't.
    private func ask<Answer: Sendable, Value: Sendable>(
        _ query: Query, _ body: @escaping @Sendable (any DatabaseEngine) async throws -> Answer,
        _ end: @escaping @Sendable (inout Device, Int, Answer) -> Value
    ) async throws -> Value {
        let (id, isConnecting) = try await beginRead(query)
        guard isConnecting else { return try await finish(id, body, end) }
        let result = Locked<Result<Value, any Error>?>(nil)
        let task = Task {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await finish(id, body, end)) } catch {
                outcome = .failure(error)
            }
            result.withLock { $0 = outcome }
            change { _ = $0.news.topics.insert(.answer(id)) }
        }
        return try await withTaskCancellationHandler {
            try await when([.answer(id), .connection]) { device in
                if let outcome = result.withLock({ $0 }) { return outcome }
                return device.isConnected ? nil : .failure(device.unreachable(at: query.place))
            }
        } onCancel: {
            task.cancel()
        }
    }

    private func beginRead(_ query: Query) async throws -> (id: Int, isConnecting: Bool) {
        try await when([.connection], at: [query.place]) { device in
            guard device.isConnected else {
                device.probe(query.place)
                return .failure(device.unreachable(at: query.place))
            }
            if device.isSending, device.hasEstimates(query) { return nil }
            let isConnecting = device.remote == .connecting
            return device.beginRead(query).map { .success(($0, isConnecting)) }
        }
    }

    private func finish<Answer: Sendable, Value: Sendable>(
        _ id: Int, _ body: @Sendable (any DatabaseEngine) async throws -> Answer,
        _ end: @Sendable (inout Device, Int, Answer) -> Value
    ) async throws -> Value {
        do {
            let answer = try await body(remote)
            return change { device in
                device.setRemote(.connected)
                return end(&device, id, answer)
            }
        } catch {
            change { device in
                if let error = error as? TreeDatabaseError, error.kind == .unavailable {
                    device.setRemote(.disconnected(reason: error))
                }
                device.endRead(id)
            }
            throw error
        }
    }

    /// Returns what is known of a query while the remote can't be reached; `nil` if it can, or if
    /// nothing is known.
    func cachedValue(of query: Query) async throws -> TreeValue?? {
        while let begun = change({ $0.isConnected ? nil : $0.beginCachedRead(query) }) {
            guard case .stored(let id, let stored) = begun else {
                if case .known(let value) = begun { return .some(value) }
                return nil
            }
            do {
                let value = try await read(stored)
                if let known = change({ $0.endCachedRead(id, value) }) { return .some(known) }
            } catch {
                change { _ = $0.endCachedRead(id, nil) }
                throw error
            }
        }
        return nil
    }
}

// MARK: - Writes

extension OfflineEngine {
    /// Puts the edits into the outbox, and returns once the store has them.
    public func write(_ edits: [TreeEdit]) async throws {
        if edits.isEmpty { return }
        try await core.load()
        try Task.checkCancellation()
        let id = core.change { $0.write(edits) }
        // A cancelled task waits as well: the write can't be taken back.
        try await Task { [core] in try await core.wait(untilStored: id) }.value
    }

    /// Waits until the pending writes at these places are sent, then asks the remote.
    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await core.load()
        let id = try await core.wait(untilSent: edits.map(\.place) + versions.map(\.place)) {
            $0.beginDirect(edits)
        }
        let result: ConditionalWriteResult
        do {
            result = try await core.remote.write(edits, ifUnchanged: versions)
        } catch {
            core.change { $0.endDirect(id, isMade: false) }
            throw error
        }
        guard case .written = result else {
            core.change { $0.endDirect(id, isMade: false) }
            return result
        }
        core.change { $0.endDirect(id, isMade: true) }
        // A later launch shows it as well.
        await core.storeAll()
        return result
    }
}

extension OfflineCore {
    /// Waits until the store has a write.
    func wait(untilStored id: Int) async throws {
        try await when([.stored(id)]) { device -> Result<Void, any Error>? in
            if let error = device.unstored.removeValue(forKey: id) { return .failure(error) }
            if device.storing[id] != nil { return nil }
            return device.outbox[id]?.isStored ?? true ? .success(()) : nil
        }
    }

    /// Waits until no pending write overlaps with some places, and makes a transition then. Throws
    /// if the remote can't be reached.
    func wait<Value: Sendable>(
        untilSent places: [TreePlace],
        _ body: @escaping @Sendable (inout Device) -> Value = { _ in }
    ) async throws -> Value {
        try await when([.connection], at: places) { device -> Result<Value, any Error>? in
            guard device.isSending else {
                device.probe(places.first ?? .root)
                return .failure(device.unreachable(at: places.first))
            }
            let isSent = places.allSatisfy { device.outbox.overlapping($0).isEmpty }
            return isSent ? .success(body(&device)) : nil
        }
    }
}
