/// A node of a schema draft.
struct DraftNode {
    enum Key: Equatable {
        case root
        case named(String)
        case placeholder(String, keyType: String?)
    }

    let key: Key
    /// The type of a leaf, or of a branch that is a model.
    var type: String?
    /// The directives with a text, in the order in which they are written.
    var name: String?
    var member: String?
    var singular: String?
    var index: [String] = []
    var comments: [String] = []
    var children: [DraftNode] = []

    /// The index of the values' model in the draft.
    var model: Int?
    /// The index of the values' choice in the draft.
    var choice: Int?
    /// Whether the node is an optional field of a model.
    var isOptional = false

    /// The imported node that this node was made from.
    let imported: ImportedNode
}

extension DraftNode {
    var isPlaceholder: Bool {
        if case .placeholder = key { true } else { false }
    }

    /// Whether the node has a wildcard as its only child.
    var isCollection: Bool {
        children.count == 1 && children[0].isPlaceholder && type == nil && model == nil
    }

    /// Whether the node has named children but no model, so that it has a generated type.
    var isPhantom: Bool {
        !children.isEmpty && !isCollection && type == nil && model == nil && key != .root
    }
}

/// A struct to be written for values of the database.
struct DraftModel {
    /// The preferred name.
    let base: String
    /// The names of the enclosing nodes, innermost last.
    let enclosing: [String]
    /// The imported node that this model was made from.
    var node: ImportedNode
    /// The first place of such values.
    let place: ImportedPlace
    /// The child nodes at the model's first place.
    var children: [DraftNode] = []
    /// Whether the model is the element of a collection.
    let isElement: Bool
    var name = ""

    /// The children that the struct has, with their nodes.
    var fields: [(child: ImportedNode.Child, node: DraftNode)] {
        zip(node.children, children).filter { $0.0.node.isField(isElement: isElement) }
            .map { (child: $0, node: $1) }
    }
}

/// An enumeration to be written for values of the database.
struct DraftChoice {
    /// The preferred name.
    let base: String
    /// The names of the enclosing nodes, innermost last.
    let enclosing: [String]
    var texts: [String]
    /// The first place of such values.
    let place: ImportedPlace
    var name = ""
}

/// A schema and the types that it refers to, with every name resolved.
struct SchemaDraft {
    var root: DraftNode
    var models: [DraftModel]
    var choices: [DraftChoice]
    /// The names of the schema's placeholders.
    var places: PlaceNames
}
