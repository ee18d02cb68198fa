import Foundation
import TypedDatabase

/// An engine that keeps everything in one value.
final class StandInEngine: DatabaseEngine, @unchecked Sendable {
    // Only touched while the lock is held.
    private var root: TreeValue?
    private let lock = NSLock()

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        let value = lock.withLock { selection.select(from: root[place]) }
        return VersionedValue(value, version: .value(value))
    }

    func write(_ edits: [TreeEdit]) async throws {
        lock.withLock {
            for edit in edits { root[edit.place] = edit.resolved(at: 0, from: root[edit.place]) }
        }
    }

    func replace(
        _ place: TreePlace, with value: PendingValue, ifVersionIs version: TreeVersion
    ) async throws -> ReplaceResult {
        lock.withLock {
            guard version == .value(root[place]) else {
                return .changed(VersionedValue(root[place], version: .value(root[place])))
            }
            root[place] = value.resolved(at: 0)
            return .replaced
        }
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        fatalError("the server doesn't watch")
    }
}
