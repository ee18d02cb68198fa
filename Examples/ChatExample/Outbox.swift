import TypedDatabase
import TypedDatabaseOffline

/// The messages that this device has to send, and those that the server has refused.
struct Outbox {
    let engine: OfflineEngine

    /// Returns the messages that aren't sent, and then those that are refused: a message is among
    /// the refused ones before it leaves the pending ones.
    func contents() async throws -> (pending: [Message], refused: [RefusedMessage]) {
        var pending: [Message] = []
        for await writes in engine.pendingWrites {
            pending = try writes.flatMap(\.edits).compactMap(Message.init)
            break
        }
        let refused = try await engine.refusedWrites.flatMap { write in
            try write.edits.compactMap(Message.init).map {
                RefusedMessage(writeID: write.id, message: $0, reason: write.error.message)
            }
        }
        return (pending, refused)
    }

    /// Forgets refused messages that were shown.
    func acknowledge(_ refused: [RefusedMessage]) async throws {
        let shown = Set(refused.map(\.writeID))
        for write in try await engine.refusedWrites where shown.contains(write.id) {
            try await engine.acknowledge(write)
        }
    }

    /// Gives pending messages two seconds to be sent, and shows the fate of the others.
    func close() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await engine.waitUntilSent() }
            group.addTask { try await Task.sleep(for: .seconds(2)) }
            try await group.next()
            group.cancelAll()
        }
        let (pending, refused) = try await contents()
        for refusal in refused { ChatExample.show("\(refusal)") }
        try await acknowledge(refused)
        if !pending.isEmpty { ChatExample.show("(pending: \(pending.count), for the next run)") }
    }
}

/// A message that the server has refused.
struct RefusedMessage: CustomStringConvertible {
    let writeID: RefusedWrite.ID
    let message: Message
    let reason: String

    var description: String { "\(message) (refused: \(reason))" }
}

extension Message {
    /// Reads the message of an unsent write; `nil` if it is no message.
    fileprivate init?(_ edit: TreeEdit) throws {
        guard case .set(let pending) = edit.operation, let value = pending.value else { return nil }
        self = try TreeDecoder().decode(Message.self, from: value, at: edit.place)
    }
}
