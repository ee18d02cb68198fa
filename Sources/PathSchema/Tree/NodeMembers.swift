/// What the keys of one object say.
struct NodeMembers {
    var directives = Directives()
    var options = WrittenOptions()
    var type: Located<Name>?
    /// The first key that is a placeholder.
    var wildcard: SourceRange?
    /// What was reported and left out.
    var gaps: Gaps
    /// The latest child of the node.
    var lastChild: Int?
    /// Whether a child has a key of its own.
    var hasNamedChild = false
}
