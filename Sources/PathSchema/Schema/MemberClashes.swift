/// Finds siblings that map to one Swift member.
///
/// A property and an accessor may have one name, as `news` and `news(_:)` do; two of a kind may not. Nor
/// may two names that look the same: `é` can be one character, or `e` with an accent.
struct MemberClashes {
    private var properties = Claims()
    private var accessors = Claims()

    /// Checks the members of one type, against the children they stand for.
    mutating func check(
        _ members: ArraySlice<Member>, of children: [Child], names: NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) {
        properties.begin()
        accessors.begin()
        for (position, member) in members.enumerated() {
            // `.none` stands for a name that could not be made, which has been reported.
            if member.key != nil, member.name != .none,
                let first = properties.claim(member.name, in: names, for: position)
            {
                report(
                    "property", names[member.name], of: children[position], and: children[first],
                    advice: "\"$member\" gives one of them another name", to: &diagnostics)
            }
            if let accessor = member.accessorName,
                let first = accessors.claim(accessor, in: names, for: position)
            {
                report(
                    "accessor", names[accessor], of: children[position], and: children[first],
                    advice: "\"$singular\" gives the accessor of one of them another name",
                    to: &diagnostics)
            }
        }
    }

    private func report(
        _ what: String, _ name: String, of clash: Child, and other: Child, advice: String,
        to diagnostics: inout Diagnostics
    ) {
        let keys = "\(Visible.quoted(other.text.value)) and \(Visible.quoted(clash.text.value))"
        diagnostics.error(
            "\(keys) would both have the \(what) \(Visible.quoted(name))",
            at: clash.text.range, and: "\(Visible.quoted(other.text.value)) is here",
            at: other.text.range, advice: advice)
    }
}

/// Who in a type has a name first.
private struct Claims {
    private struct Claim {
        var round: Int32 = 0
        var position: Int32 = 0
    }

    /// By the position of the name. A claim of an earlier round is void, so that nothing has to be
    /// cleared between types.
    private var claims: [Claim] = []
    private var round: Int32 = 0
    /// The first of the names that are equal to `String`, but not to the byte.
    private var lookAlikes: [String: Name] = [:]

    mutating func begin() {
        round += 1
    }

    /// Claims a name, unless somebody has it, who is returned then.
    mutating func claim(_ name: Name, in names: NameTable, for position: Int) -> Int? {
        let name = canonical(name, in: names)
        if name.position >= claims.count {
            claims += repeatElement(Claim(), count: names.texts.count - claims.count)
        }
        let first = claims[name.position]
        if first.round == round { return Int(first.position) }
        claims[name.position] = Claim(round: round, position: Int32(position))
        return nil
    }

    private mutating func canonical(_ name: Name, in names: NameTable) -> Name {
        let text = names[name]
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return name }
        if let first = lookAlikes[text] { return first }
        lookAlikes[text] = name
        return name
    }
}
