import Foundation
import TypedDatabase

/// A write that the server hasn't accepted yet.
///
/// ```swift
/// for await writes in engine.pendingWrites { notice = "\(writes.count) changes not sent" }
/// ```
public struct PendingWrite: Hashable, Sendable, Identifiable {
    /// The write's number in the order of all writes of this device.
    public let id: Int

    /// The edits as they were made: increments and server times are unresolved.
    public let edits: [TreeEdit]

    /// The time of the write by this device's clock, in milliseconds since 1970.
    let time: Int64

    /// The progress of the write.
    public internal(set) var state = State.waiting

    /// The reason why the last attempt to send it failed; `nil` if none has.
    public internal(set) var error: TreeDatabaseError?

    /// Whether the store has the write.
    var isStored = false

    /// The progress of a write.
    public enum State: Hashable, Sendable {
        /// The write hasn't been sent, or failed without effect, and is tried again from time to time.
        case waiting

        /// The write is being sent for the first time.
        case sent
    }

    /// The time of the write by this device's clock.
    public var date: Date { Date(timeIntervalSince1970: Double(time) / 1000) }

    init(id: Int, edits: [TreeEdit], time: Int64) {
        self.id = id
        self.edits = edits
        self.time = time
    }
}

extension PendingWrite {
    /// The effect of the write on a view.
    var overlay: Overlay { Overlay(id: id, edits: edits, time: time) }

    /// Whether the write has a place in common with others.
    func overlaps(_ others: [Overlay]) -> Bool { overlay.overlaps(others) }

    /// Whether sending the write twice would count twice.
    var hasIncrement: Bool { overlay.hasIncrement }
}

extension TreeEdit {
    var isIncrement: Bool {
        if case .increment = operation { true } else { false }
    }
}
