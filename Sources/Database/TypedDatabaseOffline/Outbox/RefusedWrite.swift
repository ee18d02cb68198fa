import Foundation
import TypedDatabase

/// A write that the server has refused, or whose outcome is unknown.
///
/// It is kept until the app calls ``OfflineEngine/acknowledge(_:)`` or ``OfflineEngine/retry(_:)``.
public struct RefusedWrite: Hashable, Sendable, Identifiable {
    /// The write's number in the order of all writes of this device.
    public let id: Int

    /// The edits as they were made; with `damagedFile`, those that can be read.
    public let edits: [TreeEdit]

    /// The reason: `permissionDenied`, for example. With `outcomeUnknown`, an increment was sent
    /// without an answer, and may have been made; with `damagedFile`, the store had lost some of the
    /// write before it was sent.
    public let error: TreeDatabaseError

    /// The time of the write by this device's clock, in milliseconds since 1970.
    let time: Int64

    /// The time of the write by this device's clock.
    public var date: Date { Date(timeIntervalSince1970: Double(time) / 1000) }
}

extension RefusedWrite {
    init(_ write: PendingWrite, _ error: TreeDatabaseError) {
        self.init(id: write.id, edits: write.edits, error: error, time: write.time)
    }
}
