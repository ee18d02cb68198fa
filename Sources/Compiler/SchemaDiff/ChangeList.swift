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
