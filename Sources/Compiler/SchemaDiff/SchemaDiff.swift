// A difference between two versions of a schema goes through these stages:
//
//     two Schemas ─SchemaComparison───▶ changes for stored values, shipped apps and rules
//                 ─SourceComparison───▶ changes for code that uses generated names
//                 ─DocumentComparison─▶ changes for Firestore's documents
//     all changes ─SchemaDiff─▶ in order of severity ─DiffText or DiffJSON─▶ output
//
// A comparison only finds the kind of a change. The table in ChangeKind.swift alone says what the
// kind breaks, for whom and why; the documentation's table is printed from it. Reading.swift answers
// whether one type reads what another has stored. AcceptedChanges takes the lines of DiffText back
// as the changes that a team has agreed to.

import PathSchema

/// The changes from one version of a schema to another, and what they break for whom.
///
/// ```swift
/// let diff = SchemaDiff(from: old, to: new)
/// for change in diff.changes where change.severity == .breaking {
///     print(change.path, change.summary)  // players/<playerId>/score Int → String
/// }
/// ```
package struct SchemaDiff: Sendable {
    /// The changes, the most severe first, and otherwise in the order of the schemas.
    package let changes: [Change]

    /// The pairs of a removed and an added child that may be one child with a new key.
    package let possibleRenames: [PossibleRename]

    /// A removed and an added child of the same shape.
    package struct PossibleRename: Hashable, Comparable, Sendable {
        /// The keys that lead to both.
        package let path: String
        package let oldKey: String
        package let newKey: String

        package static func < (lhs: Self, rhs: Self) -> Bool {
            (lhs.path, lhs.oldKey, lhs.newKey) < (rhs.path, rhs.oldKey, rhs.newKey)
        }
    }

    /// Compares two schemas.
    package init(from old: Schema, to new: Schema) {
        let comparison = SchemaComparison(from: old, to: new)
        let source = SourceComparison(from: old, to: new)
        let documents = DocumentComparison(from: old, to: new)
        changes = Self.ordered(comparison.changes + source.changes + documents.changes)
        possibleRenames = comparison.possibleRenames
    }

    /// Orders changes by severity, path and audience, without those that are safe at a path that has
    /// others.
    private static func ordered(_ changes: [Change]) -> [Change] {
        let unsafePaths = Set(changes.lazy.filter { $0.severity != .safe }.map(\.path))
        var positions: [String: Int] = [:]
        for change in changes where positions[change.path] == nil {
            positions[change.path] = positions.count
        }
        var ordered: [Change] = []
        for severity in Severity.allCases.reversed() {
            let all = changes.filter { change in
                change.severity == severity
                    && (severity != .safe || !unsafePaths.contains(change.path))
            }
            let byPath = Dictionary(grouping: all, by: \.path)
                .sorted { (positions[$0.key] ?? 0) < (positions[$1.key] ?? 0) }
            for (_, changes) in byPath {
                ordered += changes.filter { $0.audience == nil }
                for audience in Audience.allCases {
                    ordered += changes.filter { $0.audience == audience }
                }
            }
        }
        return ordered
    }
}

// MARK: - Changes

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

/// The code or data that a change of a schema may break.
package enum Audience: String, CaseIterable, Sendable {
    /// New code that reads what is stored.
    case data
    /// Shipped apps that read what new code stores.
    case clients
    /// Code of the app that uses generated names.
    case source
    /// Shipped apps whose writes the rules of `--emit rules` check.
    case rules
}

/// The consequences of a change for an audience, from harmless to harmful.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case safe
    /// Depends on types of the app's own, which a schema only names.
    case undecided
    case dangerous
    case breaking

    private var rank: Int {
        switch self {
        case .safe: 0
        case .undecided: 1
        case .dangerous: 2
        case .breaking: 3
        }
    }

    package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}

/// The changes that a comparison has found.
struct ChangeList {
    private(set) var changes: [Change] = []

    /// Adds a change for each audience that its kind concerns, or for some of those.
    mutating func add(
        _ kind: ChangeKind, at path: String, _ summary: String, for audiences: [Audience]? = nil,
        names: [String] = []
    ) {
        let consequences = kind.consequences
        let path = path.isEmpty ? "/" : path
        if consequences.isEmpty {
            changes.append(
                Change(
                    kind: kind, audience: nil, severity: .safe, path: path, summary: summary,
                    reason: nil))
        }
        for audience in Audience.allCases where audiences?.contains(audience) ?? true {
            guard let consequence = consequences[audience] else { continue }
            changes.append(
                Change(
                    kind: kind, audience: audience, severity: consequence.severity, path: path,
                    summary: summary, reason: consequence.reason,
                    names: audience == .source ? names : []))
        }
    }
}

extension String {
    /// Returns the path of a child.
    func child(_ key: String) -> String { isEmpty ? key : "\(self)/\(key)" }
}

extension SchemaPlaceholder {
    /// The placeholder in a path: `<roomId>`.
    var pathKey: String { "<\(text)>" }
}
