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
        // A key that no name can be made of goes by "_", and has been reported.
        for (position, member) in members.enumerated() where names[member.name] != "_" {
            if member.key != nil,
                let first = properties.claim(member.name, in: names, for: position)
            {
                diagnostics.error(
                    "the property \(Visible.quoted(names[member.name])) would be that of "
                        + "\(Visible.quoted(children[first].text.value)), too",
                    at: children[position].text.range,
                    and: "which is here", at: children[first].text.range,
                    advice: "\"$member\" gives one of them another name")
            }
            if let accessor = member.accessorName,
                let first = accessors.claim(accessor, in: names, for: position)
            {
                diagnostics.error(
                    "the accessor \(Visible.quoted(names[accessor])) would be that of "
                        + "\(Visible.quoted(children[first].text.value)), too",
                    at: children[position].text.range,
                    and: "which is here", at: children[first].text.range,
                    advice: "\"$singular\" gives the accessor of one of them another name")
            }
        }
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
