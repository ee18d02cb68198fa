/// The shape of a database as its schema says it: the language's recursive type.
///
/// A tree is checked as far as one place can be: types are types, keys are keys, directives stand where
/// they mean something. Whether names clash is for the next stage, which sees the whole.
public struct Tree: Sendable {
    public enum Shape: Sendable {
        /// A value of a Swift type.
        case leaf(Located<Name>)
        /// Named children. A mixed node is a branch with a wildcard among them.
        indirect case branch(Branch)
        /// Any key, and the same thing below each.
        indirect case collection(Placeholder, of: Tree)
    }

    public var shape: Shape
    public var directives: Directives
    /// Where the node's value begins: a leaf's type, an object's brace.
    public let range: SourceRange
}

/// The children of the root, of a phantom type, or of a model.
public struct Branch: Sendable {
    /// The model that is the value here, from `$type`; `nil` for a phantom type.
    public var model: Located<Name>?
    /// In document order.
    public var children: [Child]
    /// What had to be left out of this, since an error is in it.
    var gaps = Gaps.none

    init(model: Located<Name>?, children: [Child], gaps: Gaps = .none) {
        self.model = model
        self.children = children
        self.gaps = gaps
    }
}

/// What could not be read of an object, so that later stages don't report what only follows from it.
enum Gaps: Comparable {
    case none
    /// Some of the children.
    case children
    /// What would have shown whether it is a branch at all, and of which type.
    case kind
}

/// A child of a branch.
public struct Child: Sendable {
    public enum Key: Sendable {
        case named(Located<Name>)
        /// Any key that is not another child's name. A branch has one of these at most.
        indirect case wildcard(Placeholder)
    }

    public let key: Key
    public var tree: Tree
}

/// What stands for any key: `<messageId>`, or with a key type `<messageId: MessageID>`.
public struct Placeholder: Sendable {
    /// The text before the key type, at the range of all the key.
    public let name: Located<Name>
    /// The type that accessors take instead of `String`.
    public let keyType: Located<Name>?
}

/// A schema before its names are settled: the tree, and what its root says about the code to generate.
public struct SchemaTree: Sendable {
    public var root: Tree
    public var options: WrittenOptions
    /// The types that the tree names, by the texts that name them.
    var types: [Name: TypeReference]
    /// How many nodes there are, at the most.
    var nodeCount: Int
}

extension Tree {
    /// The children of a branch, or the one wildcard of a collection.
    var children: [Child] {
        switch shape {
        case .branch(let branch): branch.children
        case .collection(let placeholder, let element):
            [Child(key: .wildcard(placeholder), tree: element)]
        case .leaf: []
        }
    }
}

extension Child {
    /// The text of the key, and where it stands; of a wildcard, the placeholder's name.
    var text: Located<Name> {
        switch key {
        case .named(let name): name
        case .wildcard(let placeholder): placeholder.name
        }
    }

    var isWildcard: Bool {
        if case .wildcard = key { true } else { false }
    }
}
