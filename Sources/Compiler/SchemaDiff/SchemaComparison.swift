import PathCodegen
import PathSchema

/// Compares two schemas node by node.
///
/// Nodes are paired by their keys, and by `$was`. A type that many nodes share is compared where
/// it comes first.
struct SchemaComparison {
    let old: Schema
    let new: Schema
    let oldUses: MemberUses
    let newUses: MemberUses
    /// Whether an option gives generated types other names.
    let hasOtherTypeNames: Bool
    private(set) var changes: [Change] = []
    var possibleRenames: [SchemaDiff.PossibleRename] = []
    private var compared: Set<Pair> = []

    private struct Pair: Hashable {
        let old: ElementType.ID
        let new: ElementType.ID
        let inSource: Bool
    }

    init(from old: Schema, to new: Schema) {
        self.old = old
        self.new = new
        oldUses = MemberUses(old)
        newUses = MemberUses(new)
        hasOtherTypeNames =
            old.options.typeNamespace != new.options.typeNamespace
            || old.options.typePrefix != new.options.typePrefix
            || old.options.typeSuffix != new.options.typeSuffix
    }

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

    /// Compares two nodes and everything below.
    ///
    /// - Parameters:
    ///   - path: the keys that lead to the old node.
    ///   - inSource: whether code that used the old node's members finds those of the new one.
    mutating func compare(
        _ oldNode: ComparedNode, _ newNode: ComparedNode, at path: String, inSource: Bool = true
    ) {
        switch (old.content(of: oldNode), new.content(of: newNode)) {
        case (.value(let oldType), .value(let newType)):
            compareTypes(oldType, newType, at: path)
        case (.children(let oldChildren), .children(let newChildren)):
            if let type = oldChildren.type, let newType = newChildren.type {
                let pair = Pair(old: type.id, new: newType.id, inSource: inSource)
                guard compared.insert(pair).inserted else { return }
            }
            compareChildren(oldChildren, newChildren, at: path, inSource: inSource)
        case (.value(let oldType), .children(let newChildren)):
            compareKinds(oldType, newChildren, at: path)
        case (.children(let oldChildren), .value(let newType)):
            compareKinds(oldChildren, newType, at: path, inSource: inSource)
        }
    }
}

extension String {
    /// Returns the path of a child.
    func child(_ key: String) -> String { isEmpty ? key : "\(self)/\(key)" }

    /// The type without question marks at its end.
    var unwrapped: Substring {
        var type = Substring(self)
        while type.last == "?" { type.removeLast() }
        return type
    }
}
