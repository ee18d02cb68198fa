/// The members of an object, once they are read.
struct NodeMembers {
    var directives = Directives()
    var type: Located<TypeReference>?
    /// The first key that is a placeholder.
    var wildcard: SourceRange?
    /// Members that were reported and left out.
    var gaps: Gaps
    var children: [Tree] = []
    /// Whether a child has a key of its own.
    var hasNamedChild = false
}
