/// A type before its members are resolved.
struct Declaration {
    let kind: ElementType.Kind
    /// Whether the schema names the type, rather than its key.
    let isPinned: Bool
    /// Whether an error hides what the node really is.
    let isUncertain: Bool
    /// The name that the key suggests, or the one that is pinned.
    let base: String
    /// Where the name comes from.
    let range: SourceRange
    /// The type that this one's name is qualified with, if need be.
    var enclosingType: ElementType.ID?
    /// The name that the key suggests for what any other key holds, in a mixed node.
    var elementBase: String?
}

extension Declaration {
    /// The part of the type's name that names inside of it begin with: for a model the last component,
    /// so that `Chat.Board` and `[Board]` both give `Board`.
    var simpleName: String {
        guard kind == .model else { return base }
        let names = base.unicodeScalars.split { !Identifier.isCharacter($0) }
        return names.last.map { String($0) } ?? base
    }
}
