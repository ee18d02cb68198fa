import TypedDatabase

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
