/// The members of an object, as they have been read.
struct NodeMembers {
    var directives = Directives()
    var type: Located<TypeReference>?
    /// The first placeholder among the keys.
    var wildcard: SourceRange?
    /// Whether members were reported and left out.
    var gaps: Gaps
    var children: [Tree] = []
    /// Whether a child has a literal key.
    var hasNamedChild = false
}
