/// A difference between two schemas, with its consequences for one audience.
package struct Change: Hashable, Sendable {
    package let kind: ChangeKind
    /// `nil` for a change that is safe for everybody.
    package let audience: Audience?
    package let severity: Severity
    /// The keys that lead to the node, as a schema writes them: `rooms/<roomId>/topic`; `/` for the
    /// root.
    package let path: String
    /// The difference itself: `Int → String`.
    package let summary: String
    /// The reason for the severity; `nil` for a change that is safe for everybody.
    package let reason: String?
    /// The properties and accessors that no longer compile as before, for the audience `source`.
    package var names: [String] = []
}

/// A severity with its reason.
package struct Consequence: Sendable {
    package let severity: Severity
    package let reason: String
}
