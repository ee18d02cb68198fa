/// The shape of a database: a node with everything below it.
///
/// Each node is valid by itself: its types, its keys, and the places of its directives. Clashes
/// between names are left to the next stages, which see the whole.
struct Tree: Sendable {
    enum Content: Sendable {
        /// A value of a Swift type.
        case leaf(Located<TypeReference>)
        /// A node with named children. A mixed node is a branch with a wildcard among its children,
        /// and a model with addressable fields is a branch with a type.
        case branch(model: Located<TypeReference>?, children: [Tree])
        /// A node whose children all have the same shape: one child, which is a wildcard.
        indirect case collection(element: Tree)
    }

    /// The key; for a wildcard, the name of its placeholder; for the root, an empty text.
    let key: String
    /// The source range of the key; for a placeholder, including its brackets; for the root, its
    /// beginning.
    let keyRange: SourceRange
    /// Whether the node's key is a placeholder, which matches every key that no sibling has.
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

    /// The child nodes in document order, followed by those from other files.
    var children: [Tree] {
        switch content {
        case .leaf: []
        case .branch(_, let children): children
        case .collection(let element): [element]
        }
    }
}

/// The unreadable parts of an object. Later stages don't report errors that merely follow from
/// these.
enum Gaps: Comparable, Sendable {
    case none
    /// Some of the children.
    case children
    /// Members that determine the node's kind or type.
    case kind
}

// MARK: - Directives

/// Keys with a meaning in the schema language. They begin with `$`, which database keys can't
/// contain.
enum DirectiveName: String, CaseIterable {
    case type = "$type"
    case name = "$name"
    case member = "$member"
    case singular = "$singular"
    case property = "$property"
    case index = "$index"
    case firestore = "$firestore"
    case doc = "$doc"
    case deprecated = "$deprecated"
    case was = "$was"
    case options = "$options"
    case schema = "$schema"
    case comment = "$comment"
}

/// A directive with a text.
struct Directive: Sendable {
    let name: DirectiveName
    /// The source range of the directive's name.
    let key: SourceRange
    let text: Located<String>

    /// The text of `"$property": false`.
    static let noProperty = ""
}

/// The directives of a node, mostly none.
struct Directives: Sendable {
    /// The directives with a text, in document order.
    var all: [Directive] = []
    /// The children by which a collection is ordered.
    var index: WrittenIndex?
    /// The keys that the node had in earlier versions of the schema.
    var formerKeys: FormerKeys?
    /// The options for generated code, at the root only.
    var options = WrittenOptions()

    /// Returns the text of a directive.
    subscript(name: DirectiveName) -> Located<String>? {
        if all.isEmpty { return nil }
        return all.first { $0.name == name }?.text
    }
}

// MARK: - Indexes

/// The children by which a collection is ordered, as a schema lists them, each validated.
struct WrittenIndex: Sendable {
    /// The source range of the directive's name.
    let key: SourceRange
    var paths: [Located<String>]

    /// The path of an index by the elements' own values.
    static let value = ".value"

    /// Returns the union of this index and another file's.
    func merged(with other: WrittenIndex) -> WrittenIndex {
        var merged = self
        for path in other.paths where !paths.contains(where: { $0.value == path.value }) {
            merged.paths.append(path)
        }
        return merged
    }
}
