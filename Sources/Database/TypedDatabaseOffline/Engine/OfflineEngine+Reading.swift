import TypedDatabase

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
                core.refresh(query)
                return VersionedValue(fromCache: cached)
            }
            do {
                let (value, version) = try await core.remoteValue(of: query)
                guard let value else { continue }
                if value.isComplete { return value.versioned(version) }
            } catch let error as TreeDatabaseError where error.kind == .unavailable {
                core.change { $0.setConnected(false) }
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
        let id = try await beginRead(query)
        do {
            let read = try await remote.read(query.place, query.selection)
            let value = change { device in
                device.setConnected(true)
                return device.endRead(id, read.value)
            }
            return (value, read.version)
        } catch {
            change { $0.endRead(id) }
            throw error
        }
    }

    /// Returns the remote's answer, if it can be reached and no pending write changes the answer.
    func remoteAnswer<Answer: Sendable>(
        to query: Query, _ ask: (any DatabaseEngine) async throws -> Answer
    ) async throws -> Answer? {
        let isSimple = change { device in
            device.isConnected && device.outbox.overlapping(query.place).isEmpty
                && device.liveValue(of: query) == nil
        }
        guard isSimple else { return nil }
        let id = try await beginRead(query)
        do {
            let answer = try await ask(remote)
            return change { device in
                defer { device.endRead(id) }
                return device.needsOverlay(id) ? nil : answer
            }
        } catch let error as TreeDatabaseError where error.kind == .unavailable {
            change { $0.endRead(id) }
            return nil
        } catch {
            change { $0.endRead(id) }
            throw error
        }
    }

    private func beginRead(_ query: Query) async throws -> Int {
        try await when { device in
            if device.isSending, device.hasEstimates(query) { return nil }
            return device.beginRead(query).map { .success($0) }
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

    /// Asks the remote for a query whose cached value was used, which also shows whether it can be
    /// reached again.
    func refresh(_ query: Query) {
        Task { [weak self] in _ = try? await self?.remoteValue(of: query) }
    }
}
