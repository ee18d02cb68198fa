import TypedDatabase

extension OfflineEngine {
    /// The number of pending writes: now, then each time it changes.
    ///
    /// ```swift
    /// for await count in engine.pendingCount { notice = count > 0 ? "\(count) not sent" : nil }
    /// ```
    public var pendingCount: AsyncStream<Int> {
        let last = Locked<Int?>(nil)
        return states(.outbox) { device in
            let count = device.outbox.writes.count
            return last.withLock { last in
                defer { last = count }
                return last == count ? nil : count
            }
        }
    }

    /// The pending writes, in the order in which they are sent: now, then each time they change.
    ///
    /// ```swift
    /// for await writes in engine.pendingWrites { unsent = Set(writes.flatMap(\.edits).map(\.place)) }
    /// ```
    public var pendingWrites: AsyncStream<[PendingWrite]> {
        let last = Locked<Int?>(nil)
        return states(.outbox) { device in
            let changeCount = device.outbox.changeCount
            let isNew = last.withLock { last in
                defer { last = changeCount }
                return last != changeCount
            }
            return isNew ? Array(device.outbox.writes) : nil
        }
    }

    /// Waits until the writes that are pending now are sent or refused.
    ///
    /// ```swift
    /// try await engine.waitUntilSent()
    /// ```
    ///
    /// Without network it waits until there is. Throws `CancellationError` if the task is cancelled.
    public func waitUntilSent() async throws {
        try await core.load()
        let last = core.change { $0.outbox.writes.last?.id ?? 0 }
        try await core.when([.outbox]) { device in
            (device.outbox.first?.id ?? .max) > last ? .success(()) : nil
        }
        await core.storeAll()
    }

    /// The writes that the server has refused, or whose outcome is unknown, and that the app hasn't
    /// dealt with: also those of earlier launches. The sequence ends with its task.
    ///
    /// ```swift
    /// for await write in engine.refused {
    ///     notice = "Not saved: \(write.error)"
    ///     try await engine.acknowledge(write)
    /// }
    /// ```
    public var refused: AsyncStream<RefusedWrite> {
        let delivered = Locked<Set<Int>>([])
        return states(.refused) { device in
            delivered.withLock { delivered in
                let next = device.refused.first { !delivered.contains($0.id) }
                if let next { delivered.insert(next.id) }
                return next
            }
        }
    }

    /// The writes that ``refused`` has now.
    public var refusedWrites: [RefusedWrite] {
        get async throws {
            try await core.load()
            return core.change { $0.refused }
        }
    }

    /// Forgets a refused write.
    ///
    /// A no-op if the write was acknowledged or retried before. Throws the store's error, a full disk
    /// for example; the write is then refused as before.
    public func acknowledge(_ write: RefusedWrite) async throws {
        try await core.load()
        guard let id = core.change({ $0.acknowledge(write.id) }) else { return }
        try await core.wait(untilStored: id)
    }

    /// Puts the edits of a refused write into the outbox again, after all that is pending.
    ///
    /// A no-op if the write was acknowledged or retried before. Throws the store's error, a full disk
    /// for example; the write is then refused as before.
    /// A write that is refused with `damagedFile` can't be retried: its error is thrown.
    public func retry(_ write: RefusedWrite) async throws {
        try await core.load()
        if write.error.kind == .damagedFile { throw write.error }
        guard let id = core.change({ $0.retry(write.id) }) else { return }
        try await core.wait(untilStored: id)
    }

    func states<State: Sendable>(
        _ topic: News.Topic, _ next: @escaping @Sendable (inout Device) -> State?
    ) -> AsyncStream<State> {
        AsyncStream { [core] in
            guard (try? await core.load()) != nil else { return nil }
            return try? await core.when([topic]) { device in next(&device).map { .success($0) } }
        }
    }
}
