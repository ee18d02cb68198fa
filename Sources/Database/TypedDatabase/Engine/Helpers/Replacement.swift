/// The result of a replacement.
package enum ReplaceResult: Sendable {
    case replaced

    /// The place has another version. This is the current value.
    case changed(VersionedValue)
}

extension DatabaseEngine {
    /// Replaces the value at a place if its version is still this one.
    package func replace(
        _ place: TreePlace, with value: PendingValue, ifVersionIs version: TreeVersion
    ) async throws -> ReplaceResult {
        let edit = TreeEdit(place, .set(value))
        switch try await write([edit], ifUnchanged: [PlaceVersion(place, version)]) {
        case .written: return .replaced
        case .changed(let current): return .changed(current[0])
        }
    }
}
