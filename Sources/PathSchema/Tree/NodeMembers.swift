/// What has been read of one object.
struct NodeMembers {
    var directives = Directives()
    var type: Located<TypeReference>?
    /// The first key that is a placeholder.
    var wildcard: SourceRange?
    /// What was reported and left out.
    var gaps: Gaps
    var children: [Tree] = []
    /// Whether a child has a key of its own.
    var hasNamedChild = false
}
