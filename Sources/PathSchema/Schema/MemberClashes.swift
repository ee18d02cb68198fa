/// Finds siblings that map to one Swift member.
///
/// A property and an accessor may have one name, as `news` and `news(_:)` do; two of a kind may not. Nor
/// may two names that look the same, as `String` compares them: `é` can be one character, or `e` with an
/// accent.
enum MemberClashes {
    /// Checks the members of a type, against the children that they are made for.
    ///
    /// - Parameter unnamed: what members are called that have no name.
    static func check(
        _ members: [Member], madeFor children: [Tree], unnamed: String,
        reportingTo diagnostics: inout Diagnostics
    ) {
        // The position of the first member of each name.
        var properties = [String: Int](minimumCapacity: members.count)
        var accessors: [String: Int] = [:]
        for position in 0..<members.count {
            let member = members[position]
            if member.key != nil, member.name != unnamed,
                let other = claim(member.name, for: position, in: &properties)
            {
                report(
                    "property", member.name, of: children[position], and: children[other],
                    advice: "\"$member\" gives one of them another name", to: &diagnostics)
            }
            if let accessor = member.accessorName,
                let other = claim(accessor, for: position, in: &accessors)
            {
                report(
                    "accessor", accessor, of: children[position], and: children[other],
                    advice: "\"$singular\" gives the accessor of one of them another name",
                    to: &diagnostics)
            }
        }
    }

    /// Notes who has a name, unless somebody has it already, who is returned then.
    private static func claim(
        _ name: String, for position: Int, in claims: inout [String: Int]
    ) -> Int? {
        guard let other = claims.updateValue(position, forKey: name) else { return nil }
        claims[name] = other
        return other
    }

    private static func report(
        _ what: String, _ name: String, of clash: Tree, and other: Tree, advice: String,
        to diagnostics: inout Diagnostics
    ) {
        let otherKey = Visible.quoted(other.key)
        diagnostics.error(
            "\(otherKey) and \(Visible.quoted(clash.key)) would both have the \(what) \(Visible.quoted(name))",
            at: clash.keyRange, and: "\(otherKey) is here", at: other.keyRange, advice: advice)
    }
}
