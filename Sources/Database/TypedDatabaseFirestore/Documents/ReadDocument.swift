import TypedDatabase

/// A document as the server has it, or as far as its fields were asked for.
struct ReadDocument: Sendable {
    /// The document's fields; `nil` if it is missing, or has none.
    var value: TreeValue?

    /// The time of the document's latest change, which is its version; `nil` if it is missing.
    var updateTime: String?

    /// The version of the document as a place.
    var version: TreeVersion { .tag(updateTime ?? "") }

    /// Returns the value of the document or of a field, with its version.
    ///
    /// The version of a field is its value: the document's changes with its other fields.
    func versioned(at field: TreePlace) -> VersionedValue {
        let value = value[field]
        return VersionedValue(value, version: field == .root ? version : .value(value))
    }
}
