/// A type whose members haven't been resolved yet.
struct Declaration {
    let kind: ElementType.Kind
    /// Whether the schema names the type explicitly.
    let isPinned: Bool
    /// Whether an error hides the node's actual kind.
    let isUncertain: Bool
    /// The pinned name, or the name that the key suggests.
    let base: String
    /// The source range of the name.
    let range: SourceRange
    /// The type whose name qualifies this one's in a clash.
    var enclosingType: ElementType.ID?
    /// The name that the key suggests for the elements of a mixed node.
    var elementBase: String?
}

extension Declaration {
    /// The prefix for the names of nested types: for a model the last component, so that
    /// `Chat.Board` and `[Board]` both give `Board`.
    var simpleName: String {
        guard kind == .model else { return base }
        let names = base.unicodeScalars.split { !Identifier.isCharacter($0) }
        return names.last.map { String($0) } ?? base
    }
}
