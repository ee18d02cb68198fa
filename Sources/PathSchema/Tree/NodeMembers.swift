/// What the keys of one object say.
struct NodeMembers {
    var directives = Directives()
    var options = WrittenOptions()
    var type: Located<Name>?
    var children: [Child] = []
    /// The first key that is a placeholder.
    var wildcard: SourceRange?
    /// What was reported and left out.
    var gaps: Gaps
}
