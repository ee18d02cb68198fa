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
