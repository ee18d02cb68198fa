/// A node of a schema that is to be written.
struct DraftNode {
    enum Key: Equatable {
        case root
        case named(String)
        case placeholder(String, keyType: String?)
    }

    let key: Key
    /// The type of a leaf, or of a branch that is a model.
    var type: String?
    /// The directives with a text, in the order of their names here.
    var name: String?
    var member: String?
    var singular: String?
    var index: [String] = []
    var comments: [String] = []
    var children: [DraftNode] = []

    /// Which of the draft's models the values here are.
    var model: Int?
    /// Which of the draft's choices the values here are.
    var choice: Int?
    /// Whether it is a field of a model that may be missing.
    var isOptional = false

    /// What it was made of.
    let imported: ImportedNode

    init(key: Key, imported: ImportedNode) {
        self.key = key
        self.imported = imported
    }
}

extension DraftNode {
    var isPlaceholder: Bool {
        if case .placeholder = key { true } else { false }
    }

    /// Whether any key leads to the same here, and nothing else does.
    var isCollection: Bool {
        children.count == 1 && children[0].isPlaceholder && type == nil && model == nil
    }

    /// Whether it has children of its own kinds, but no model: a generated type stands for it.
    var isPhantom: Bool {
        !children.isEmpty && !isCollection && type == nil && model == nil && key != .root
    }
}

/// A struct that is to be written for values of the database.
struct DraftModel {
    /// The name it would like to have.
    let base: String
    /// The names of what is around it, the nearest last.
    let enclosing: [String]
    /// What it was made of.
    var node: ImportedNode
    /// Where values of it are.
    let place: ImportedPlace
    /// The nodes below the first place where it is.
    var children: [DraftNode] = []
    /// Whether it is an element of a collection.
    let isElement: Bool
    var name = ""

    init(
        base: String, enclosing: [String], node: ImportedNode, place: ImportedPlace, isElement: Bool
    ) {
        self.base = base
        self.enclosing = enclosing
        self.node = node
        self.place = place
        self.isElement = isElement
    }
}

/// An enumeration that is to be written for values of the database.
struct DraftChoice {
    /// The name it would like to have.
    let base: String
    /// The names of what is around it, the nearest last.
    let enclosing: [String]
    var texts: [String]
    /// Where values of it are.
    let place: ImportedPlace
    var name = ""
}

/// A schema, and the types that it names, with every name decided.
struct SchemaDraft {
    var root: DraftNode
    var models: [DraftModel]
    var choices: [DraftChoice]
    /// The types of keys that the app declares.
    var keyTypes: [String]
    /// The types that the schema names, and that nothing describes.
    var undescribed: [String]
    /// The names of its placeholders.
    var places: PlaceNames
}
