/// The shape of a database: a node, and everything below it.
///
/// Each node has been checked by itself: types are types, keys are keys, directives are where they
/// are allowed. Whether names clash is for the next stage, which sees the whole.
struct Tree: Sendable {
    enum Content: Sendable {
        /// A value of a Swift type.
        case leaf(Located<TypeReference>)
        /// Named children. A mixed node is a branch with a wildcard among them, and a model with
        /// addressable fields is a branch with a type.
        case branch(model: Located<TypeReference>?, children: [Tree])
        /// The same thing below any key: one child, which is a wildcard.
        indirect case collection(element: Tree)
    }

    /// The key; of a wildcard, the name of its placeholder; empty for the root.
    let key: String
    /// Where the key is; of a placeholder, all of it; for the root, where it begins.
    let keyRange: SourceRange
    /// Whether any key leads here that no sibling has: its key is a placeholder.
    let isWildcard: Bool
    /// The type of a wildcard's keys, which accessors take instead of `String`.
    var keyType: Located<TypeReference>?
    var content = Content.branch(model: nil, children: [])
    var directives = Directives()
    /// The parts that were left out because of errors.
    var gaps = Gaps.none
}

extension Tree {
    /// The type of the value: of a leaf, or of a branch that is a model.
    var type: Located<TypeReference>? {
        switch content {
        case .leaf(let type): type
        case .branch(let model, _): model
        case .collection: nil
        }
    }

    /// The nodes below, in document order, and those of other files after them.
    var children: [Tree] {
        switch content {
        case .leaf: []
        case .branch(_, let children): children
        case .collection(let element): [element]
        }
    }
}

/// The unreadable parts of an object. Later stages don't report errors that only follow from them.
enum Gaps: Comparable, Sendable {
    case none
    /// Some of the children.
    case children
    /// Something that decides whether it is a branch at all, and of which type.
    case kind
}
