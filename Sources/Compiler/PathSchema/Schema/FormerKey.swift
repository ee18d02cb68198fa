/// A key that a member had in an earlier version of the schema, by `$was`.
package struct FormerKey: Sendable {
    package let key: String
    /// The property that is kept for the key; `nil` if the member's own has the same name.
    package let name: String?
    /// The accessor that is kept for the key; `nil` if the member's own has the same name.
    package let accessorName: String?
}

extension FormerKey {
    /// - Parameter accessor: the accessor of the member; `nil` if the member isn't a collection.
    init(_ key: String, ofMember name: String, accessor: String?) {
        self.key = key
        let property = Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
        self.name = property == name ? nil : property
        let singular = property.map(Namer.singular)
        let isKept = accessor != nil && singular != accessor
        accessorName = isKept ? singular.flatMap { Identifier.canBeMember($0) ? $0 : nil } : nil
    }
}

/// Finds former keys that other children have, or whose kept members would clash with theirs.
enum FormerKeyClashes {
    /// Checks the members of a type against their children in the tree.
    static func check(
        _ members: [Member], madeFor children: [Tree], reportingTo diagnostics: inout Diagnostics
    ) {
        guard members.contains(where: { !$0.formerKeys.isEmpty }) else { return }
        var keys: [ExactText: Tree] = [:]
        var properties: [String: Tree] = [:]
        var accessors: [String: Tree] = [:]
        for (member, child) in zip(members, children) {
            if let key = member.key {
                keys[ExactText(key)] = child
                properties[member.name] = child
            }
            if let accessor = member.accessorName { accessors[accessor] = child }
        }
        for (member, child) in zip(members, children) {
            for (former, text) in zip(member.formerKeys, child.directives.formerKeys?.keys ?? []) {
                func check(_ owner: Tree?, _ problem: String, _ advice: String) -> Bool {
                    guard let owner, owner.keyRange != child.keyRange else { return true }
                    diagnostics.error(
                        problem, at: text.range, and: "\(Visible.quoted(owner.key)) is here",
                        at: owner.keyRange, advice: advice)
                    return false
                }
                let key = Visible.quoted(former.key)
                if member.key?.hasSameBytes(as: former.key) == true {
                    diagnostics.error(
                        "\(key) is the key of this child itself", at: text.range,
                        advice: "\"$was\" names a key that the child had before")
                    continue
                }
                let isFree = check(
                    keys.updateValue(child, forKey: ExactText(former.key)),
                    "\(key) is a key of another child still",
                    "\"$was\" names a key that this child had before, and no child has now")
                guard isFree else { continue }
                if let name = former.name {
                    _ = check(
                        properties.updateValue(child, forKey: name),
                        "the property \(Visible.quoted(name)) is kept for \(key), "
                            + "and another child has it",
                        "\"$member\" gives the other child another name")
                }
                if let accessor = former.accessorName {
                    _ = check(
                        accessors.updateValue(child, forKey: accessor),
                        "the accessor \(Visible.quoted(accessor)) is kept for \(key), "
                            + "and another child has it",
                        "\"$singular\" gives the accessor of the other child another name")
                }
            }
        }
    }
}
