/// Finds former keys that other children have, or whose kept members would clash with theirs.
struct FormerKeyClashes {
    private var keys: [ExactText: Tree] = [:]
    private var formerKeys: [ExactText: Tree] = [:]
    private var properties: [String: Tree] = [:]
    private var accessors: [String: Tree] = [:]
    private var diagnostics: Diagnostics

    /// Checks the members of a type against their children in the tree.
    static func check(
        _ members: [Member], madeFor children: [Tree], reportingTo diagnostics: inout Diagnostics
    ) {
        guard members.contains(where: { !$0.formerKeys.isEmpty }) else { return }
        var clashes = FormerKeyClashes(diagnostics: diagnostics)
        for (member, child) in zip(members, children) { clashes.note(member, of: child) }
        for (member, child) in zip(members, children) { clashes.check(member, of: child) }
        diagnostics = clashes.diagnostics
    }

    private init(diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    private mutating func note(_ member: Member, of child: Tree) {
        if let key = member.key {
            keys[ExactText(key)] = child
            properties[member.name] = child
        }
        if let accessor = member.accessorName { accessors[accessor] = child }
    }

    private mutating func check(_ member: Member, of child: Tree) {
        for (former, text) in zip(member.formerKeys, child.directives.formerKeys?.keys ?? []) {
            let key = Visible.quoted(former.key)
            let exactKey = ExactText(former.key)
            if member.key?.hasSameBytes(as: former.key) == true {
                diagnostics.error(
                    "\(key) is the key of this child itself", at: text.range,
                    advice: "\"$was\" names a key that the child had before")
            } else if let other = keys[exactKey] {
                report(
                    "\(key) is a key of another child still", at: text, other,
                    "\"$was\" names a key that this child had before, and no child has now")
            } else if let other = formerKeys.updateValue(child, forKey: exactKey) {
                report(
                    "\(key) is a former key of another child, too", at: text, other,
                    "stored values can't be at two places")
            } else {
                checkNames(of: former, at: text, of: child)
            }
        }
    }

    private mutating func checkNames(
        of former: FormerKey, at text: Located<String>, of child: Tree
    ) {
        let key = Visible.quoted(former.key)
        if let name = former.name, let other = properties.updateValue(child, forKey: name),
            other.keyRange != child.keyRange
        {
            report(
                "the property \(Visible.quoted(name)) is kept for \(key), and another child has it",
                at: text, other, "\"$member\" gives the other child another name")
        }
        if let name = former.accessorName, let other = accessors.updateValue(child, forKey: name),
            other.keyRange != child.keyRange
        {
            report(
                "the accessor \(Visible.quoted(name)) is kept for \(key), and another child has it",
                at: text, other, "\"$singular\" gives the accessor of the other child another name")
        }
    }

    private mutating func report(
        _ problem: String, at text: Located<String>, _ other: Tree, _ advice: String
    ) {
        diagnostics.error(
            problem, at: text.range, and: "\(Visible.quoted(other.key)) is here",
            at: other.keyRange, advice: advice)
    }
}
