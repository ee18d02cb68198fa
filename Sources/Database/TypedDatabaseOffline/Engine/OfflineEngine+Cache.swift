import TypedDatabase
import TypedPaths

extension OfflineEngine {
    /// Keeps a place up to date without an observer, until ``stopKeeping(_:)`` or the engine's end.
    ///
    /// ```swift
    /// try await engine.keep(Path().user(ana))
    /// ```
    ///
    /// What is kept can be read without network.
    public func keep(_ path: some PathProtocol) async throws {
        let place = TreePlace(path)
        try TreeLimits.check(place)
        try await core.load()
        core.change { $0.keep(Query(place)) }
    }

    /// Ends one ``keep(_:)`` of a path. The cache still has what is known. A no-op without a
    /// ``keep(_:)``.
    public func stopKeeping(_ path: some PathProtocol) async throws {
        try await core.load()
        core.change { $0.stopKeeping(Query(TreePlace(path))) }
    }

    /// Throws away the cache, for another user.
    ///
    /// ```swift
    /// do {
    ///     try await engine.reset()
    /// } catch let unsent as UnsentWrites {
    ///     if await confirms("Lose \(unsent.count) changes?") {
    ///         try await engine.reset(losingUnsentWrites: true)
    ///     }
    /// }
    /// ```
    ///
    /// Throws ``UnsentWrites``, and changes nothing, if pending or refused writes would be lost. If
    /// the store's error is thrown, the store still has everything, and the next launch would show
    /// it: call it again.
    public func reset(losingUnsentWrites isLosing: Bool = false) async throws {
        try await core.load()
        let id = try core.change { device in
            let count = device.outbox.writes.count + device.refused.count
            if count > 0, !isLosing { throw UnsentWrites(count: count) }
            return device.reset()
        }
        try await core.wait(untilStored: id)
    }
}

/// The writes that a reset would lose.
public struct UnsentWrites: DescribedError, Hashable, Sendable {
    /// The number of pending and refused writes.
    public let count: Int

    /// The number, in a sentence.
    public var description: String {
        "The reset would lose \(count) \(count == 1 ? "write" : "writes") that the server doesn't have."
    }
}
