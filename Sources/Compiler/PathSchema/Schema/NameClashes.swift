/// Finds siblings that map to one Swift member.
///
/// A property and an accessor may share a name, as `news` and `news(_:)` do; two properties may
/// not, nor may two accessors. Names are compared as `String` compares them, since `é` as one
/// character looks the same as `e` with a combining accent.
enum MemberClashes {
    /// Checks the members of a type against their children in the tree.
    ///
    /// - Parameter unnamed: the name of members for which no name could be derived.
    static func check(
        _ members: [Member], madeFor children: [Tree], unnamed: String,
        reportingTo diagnostics: inout Diagnostics
    ) {
        var properties: [String] = []
        var accessors: [String] = []
        properties.reserveCapacity(members.count)
        for index in 0..<members.count {
            let member = members[index]
            if member.key != nil, member.name != unnamed { properties.append(member.name) }
            if let accessor = member.accessorName { accessors.append(accessor) }
        }
        if properties.hasDuplicates {
            let names = members.map { $0.key == nil || $0.name == unnamed ? nil : $0.name }
            reportClashes(
                of: names, called: "property", of: children,
                advice: "\"$member\" gives one of them another name", to: &diagnostics)
        }
        if accessors.hasDuplicates {
            reportClashes(
                of: members.map(\.accessorName), called: "accessor", of: children,
                advice: "\"$singular\" gives the accessor of one of them another name",
                to: &diagnostics)
        }
    }

    private static func reportClashes(
        of names: [String?], called what: String, of children: [Tree], advice: String,
        to diagnostics: inout Diagnostics
    ) {
        var first: [String: Tree] = [:]
        for case (let name?, let child) in zip(names, children) {
            guard let other = first[name] else {
                first[name] = child
                continue
            }
            let otherKey = Visible.quoted(other.key)
            diagnostics.error(
                "\(otherKey) and \(Visible.quoted(child.key)) would both have the \(what) \(Visible.quoted(name))",
                at: child.keyRange, and: "\(otherKey) is here", at: other.keyRange,
                advice: advice)
        }
    }
}

// MARK: - Former keys

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

// MARK: - Namespaces

/// The names that the namespace of generated types can't have.
struct NamespaceRules {
    let options: Options

    /// - Parameters:
    ///   - use: the first use of an app's type with the namespace's name.
    ///   - range: the place that names the namespace.
    func check(
        _ namespace: String, use: SourceRange?, at range: SourceRange,
        reportingTo diagnostics: inout Diagnostics
    ) {
        let name = Visible.quoted(namespace)
        let advice = "\"$options\": { \"namespace\": \"…\" } gives it another name"
        if namespace == options.root {
            diagnostics.error(
                "the namespace and the root type would both be named \(name)", at: range,
                advice: advice, "a root type is a namespace already: leave out the option")
        } else if StandardTypes.areNeededByGeneratedCode(namespace) || namespace == options.runtime
        {
            diagnostics.error(
                "the namespace would be named \(name), which the generated code itself needs",
                at: range, advice: advice)
        } else if let use {
            diagnostics.error(
                "the namespace would hide your type \(name)", at: range,
                and: "that type is used here", at: use, advice: advice)
        } else if StandardTypes.hides(namespace) {
            diagnostics.error(
                "the namespace would hide Swift's own \(name)", at: range, advice: advice)
        } else if let module = PlatformTypes.module(of: namespace) {
            diagnostics.warning(
                "the namespace hides \(module)'s \(name) in your module", at: range,
                advice: advice)
        }
    }
}
