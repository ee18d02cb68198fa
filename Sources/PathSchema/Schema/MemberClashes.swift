/// Finds siblings that map to one Swift member.
///
/// A property and an accessor may have one name, as `news` and `news(_:)` do; two of a kind may not. Nor
/// may two names that look the same: `é` can be one character, or `e` with an accent.
struct MemberClashes {
    private var properties = NameClaims()
    private var accessors = NameClaims()
    /// The first of the names that are equal to `String`, but not to the byte.
    private var lookAlikes: [String: Name] = [:]

    /// Checks the members of a type, against the children that they stand for.
    ///
    /// - Parameter unnamed: what members are called that have no name.
    mutating func check(
        _ type: ElementType, of schema: Schema, against branch: Int, of tree: Tree, unnamed: Name,
        reportingTo diagnostics: inout Diagnostics
    ) {
        properties.beginRound()
        accessors.beginRound()
        for (position, child) in zip(type.members, tree.children(of: branch)) {
            let member = schema.members[position]
            if member.key != nil, member.name != unnamed,
                let first = properties.claim(canonical(member.name, in: schema.names), for: child)
            {
                Self.report(
                    "property", schema[member.name], of: tree[child], and: tree[first],
                    advice: "\"$member\" gives one of them another name", in: schema,
                    to: &diagnostics)
            }
            if let accessor = member.accessorName,
                let first = accessors.claim(canonical(accessor, in: schema.names), for: child)
            {
                Self.report(
                    "accessor", schema[accessor], of: tree[child], and: tree[first],
                    advice: "\"$singular\" gives the accessor of one of them another name",
                    in: schema, to: &diagnostics)
            }
        }
    }

    private mutating func canonical(_ name: Name, in names: NameTable) -> Name {
        if names.isPlain(name) { return name }
        if let first = lookAlikes[names[name]] { return first }
        lookAlikes[names[name]] = name
        return name
    }

    private static func report(
        _ what: String, _ name: String, of clash: Tree.Node, and other: Tree.Node, advice: String,
        in schema: Schema, to diagnostics: inout Diagnostics
    ) {
        let otherKey = Visible.quoted(schema[other.key])
        let key = Visible.quoted(schema[clash.key])
        diagnostics.error(
            "\(otherKey) and \(key) would both have the \(what) \(Visible.quoted(name))",
            at: clash.keyRange, and: "\(otherKey) is here", at: other.keyRange, advice: advice)
    }
}
