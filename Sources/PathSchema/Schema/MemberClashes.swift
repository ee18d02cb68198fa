/// Finds siblings that map to one Swift member.
///
/// A property and an accessor may have one name, as `news` and `news(_:)` do; two of a kind may not. Nor
/// may two names that look the same: `é` can be one character, or `e` with an accent.
struct MemberClashes {
    private var properties = NameClaims()
    private var accessors = NameClaims()
    /// The first of the names that are equal to `String`, but not to the byte.
    private var lookAlikes: [String: Name] = [:]

    /// Checks the members of one type, against the children they stand for.
    mutating func check(
        _ members: ArraySlice<Member>, of children: [Child], names: NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) {
        properties.beginRound()
        accessors.beginRound()
        for (position, member) in members.enumerated() {
            // `.none` stands for a name that could not be made, which has been reported.
            if member.key != nil, member.name != .none,
                let first = properties.claim(canonical(member.name, in: names), for: position)
            {
                report(
                    "property", member.name, of: children[position], and: children[first],
                    advice: "\"$member\" gives one of them another name", names: names,
                    to: &diagnostics)
            }
            if let accessor = member.accessorName,
                let first = accessors.claim(canonical(accessor, in: names), for: position)
            {
                report(
                    "accessor", accessor, of: children[position], and: children[first],
                    advice: "\"$singular\" gives the accessor of one of them another name",
                    names: names, to: &diagnostics)
            }
        }
    }

    private mutating func canonical(_ name: Name, in names: NameTable) -> Name {
        if names.isPlain(name) { return name }
        if let first = lookAlikes[names[name]] { return first }
        lookAlikes[names[name]] = name
        return name
    }

    private func report(
        _ what: String, _ name: Name, of clash: Child, and other: Child, advice: String,
        names: NameTable, to diagnostics: inout Diagnostics
    ) {
        let otherKey = Visible.quoted(names[other.text.value])
        let key = Visible.quoted(names[clash.text.value])
        diagnostics.error(
            "\(otherKey) and \(key) would both have the \(what) \(Visible.quoted(names[name]))",
            at: clash.text.range, and: "\(otherKey) is here", at: other.text.range, advice: advice)
    }
}
