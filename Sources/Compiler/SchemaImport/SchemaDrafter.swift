import PathSchema

/// Drafts a schema from an imported tree: models, placeholders, and unique names.
///
/// ```
/// ImportedNode ──SchemaDrafter──▶ SchemaDraft ──SchemaText──▶ JSON
///                                             ──ModelsText──▶ Swift
/// ```
struct SchemaDrafter {
    private var models: [DraftModel] = []
    private var modelPositions: [ModelIdentity: Int] = [:]
    private var choices: [DraftChoice] = []
    private var choicePositions: [ChoiceIdentity: Int] = [:]
    private var places = PlaceNames()
    /// The names of the elements of each collection, in lowercase.
    private let elements: Set<String>

    /// A model's identity: values with one shape and one preferred name share a model.
    private struct ModelIdentity: Hashable {
        let base: String
        let node: ImportedNode
    }

    /// A choice's identity: the same texts at children with one name are one choice.
    private struct ChoiceIdentity: Hashable {
        let key: String
        let texts: Set<String>
    }

    static func draft(_ root: ImportedNode) -> SchemaDraft {
        var drafter = SchemaDrafter(elements: root.elementNames)
        var node = drafter.draft(root, key: .root, in: Surroundings())
        ModelNames.assign(to: &drafter.models, &drafter.choices)
        var names = DraftNames(models: drafter.models, choices: drafter.choices)
        names.finish(&node)
        return SchemaDraft(
            root: node, models: drafter.models, choices: drafter.choices,
            places: drafter.places)
    }
}

/// The context of a node.
private struct Surroundings {
    var place = ImportedPlace()
    /// The names of the enclosing types, innermost last.
    var types: [String] = []
    /// The placeholders on the way to the node.
    var placeholders: [String] = []
    /// The names of the remaining placeholders, in a collection of collections.
    var pending: [String] = []
    /// The key of the collection that has the node as its element, if any.
    var collection: String?
    /// Whether the node or one that encloses it is the element of a collection.
    var isElement = false
    /// Whether the node or one that encloses it is a stray.
    var isStray = false
}

// MARK: - Nodes

extension SchemaDrafter {
    private mutating func draft(
        _ node: ImportedNode, key: DraftNode.Key, in surroundings: Surroundings
    ) -> DraftNode {
        var draft = DraftNode(key: key, imported: node)
        draft.index = node.index
        draft.comments = node.comments
        switch node.shape {
        case .leaf(let type):
            draft.type = type.swiftName
            if case .choice(let texts) = type {
                draft.choice = choice(texts, key: key, in: surroundings)
            }
            if type == .anything, draft.comments.isEmpty {
                draft.comments = ["nothing says what is here"]
            }
        case .unknown:
            draft.type = ImportedType.anything.swiftName
            if draft.comments.isEmpty { draft.comments = ["nothing says what is here"] }
        case .branch:
            draftBranch(node, as: &draft, in: surroundings)
        }
        return draft
    }

    private mutating func draftBranch(
        _ node: ImportedNode, as draft: inout DraftNode, in surroundings: Surroundings
    ) {
        var inner = surroundings
        let base = typeName(of: draft.key, in: surroundings)
        inner.isStray = surroundings.isStray || node.isStray
        let isCollection = node.children.isEmpty
        if !isCollection, draft.key != .root {
            inner.types.append(base)
            if !inner.isStray, node.isModel(isElement: surroundings.isElement) {
                draft.model = model(base, node, in: surroundings)
            }
        }
        for child in node.children {
            var place = inner
            place.place = inner.place.appending(child.key)
            place.collection = nil
            place.pending = []
            draft.children.append(self.draft(child.node, key: .named(child.key), in: place))
        }
        if let wildcard = node.wildcard {
            draft.children.append(element(wildcard, of: draft.key, in: inner))
        }
        if let model = draft.model, models[model].children.isEmpty {
            models[model].children = draft.children
        }
    }

    /// Returns the node for the element of a collection.
    private mutating func element(
        _ wildcard: ImportedNode.Wildcard, of key: DraftNode.Key, in surroundings: Surroundings
    ) -> DraftNode {
        var place = surroundings
        if case .named(let name) = key { place.collection = name }
        if place.pending.isEmpty {
            place.pending = PlaceholderNames(
                key: place.collection, names: wildcard.names, elements: elements
            )
            .resolved(besides: place.placeholders)
        }
        let name = place.pending.removeFirst()
        place.placeholders.append(name)
        place.place = place.place.element
        places.add(name, for: place.place)
        place.isElement = true
        return draft(
            wildcard.node, key: .placeholder(name, keyType: wildcard.keyType), in: place)
    }

    private func typeName(of key: DraftNode.Key, in surroundings: Surroundings) -> String {
        switch key {
        case .root: return "Root"
        case .named(let key): return Namer.type(for: key) ?? "Value"
        case .placeholder(let name, _):
            if let collection = surroundings.collection {
                return Namer.elementType(for: collection) ?? "Element"
            }
            let isSilent = ["date", "id", "index", "key", "time", "year"].contains(name)
            return (isSilent ? nil : Namer.type(forPlaceholder: name))
                ?? surroundings.types.last.map { "\($0)Element" } ?? "Item"
        }
    }
}

// MARK: - Types

extension SchemaDrafter {
    private mutating func model(
        _ base: String, _ node: ImportedNode, in surroundings: Surroundings
    ) -> Int {
        let identity = ModelIdentity(base: base, node: node.bare)
        if let position = modelPositions[identity] {
            models[position].node = models[position].node.merged(with: node)
            return position
        }
        modelPositions[identity] = models.count
        models.append(
            DraftModel(
                base: base, enclosing: surroundings.types, node: node, place: surroundings.place,
                isElement: surroundings.isElement))
        return models.count - 1
    }

    /// Returns the index of a choice, which is added if it is new. A choice is named after its
    /// enclosing type unless its own name has several words.
    private mutating func choice(
        _ texts: [String], key: DraftNode.Key, in surroundings: Surroundings
    ) -> Int {
        var base = typeName(of: key, in: surroundings)
        var enclosing = surroundings.types
        let words = SwiftNames.words(of: base)
        if words.count == 1, case .named = key, let owner = enclosing.popLast() {
            base = owner + base
        }
        let identity = ChoiceIdentity(key: words.joined(), texts: Set(texts))
        if let position = choicePositions[identity] { return position }
        choicePositions[identity] = choices.count
        choices.append(
            DraftChoice(
                base: base, enclosing: enclosing, texts: texts, place: surroundings.place))
        return choices.count - 1
    }
}

extension ImportedNode.Wildcard {
    /// The names of this wildcard and of the wildcards directly below.
    fileprivate var names: [String?] {
        guard node.children.isEmpty, let inner = node.wildcard else { return [name] }
        return [name] + inner.names
    }
}

// MARK: - The draft

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

// MARK: - Models of one shape

/// Criteria for models: places with fields and nothing that grows with the data.
extension ImportedNode {
    /// Whether the values at this place can be a struct.
    ///
    /// A record is always one, whatever its fields and whatever collections are beside them.
    ///
    /// - Parameter isElement: whether the place is inside a collection. Sets outside of collections
    ///   grow with the database, and so aren't fields.
    func isModel(isElement: Bool) -> Bool {
        guard case .branch(let children, let wildcard) = shape, isRecord || wildcard == nil else {
            return false
        }
        if isRecord, children.contains(where: { $0.node.isField(isElement: isElement) }) {
            return true
        }
        return wildcard == nil && children.contains { $0.node.saysValue }
            && children.allSatisfy { $0.node.isField(isElement: isElement) }
    }

    /// Whether the node is neither a set nor unknown.
    private var saysValue: Bool {
        switch shape {
        case .leaf: true
        case .unknown: false
        case .branch(let children, let wildcard):
            wildcard?.isArray == true || children.contains { $0.node.saysValue }
        }
    }

    /// Whether the value at this place can be a field of a struct.
    func isField(isElement: Bool) -> Bool {
        switch shape {
        case .leaf, .unknown: return true
        case .branch(let children, let wildcard?):
            guard children.isEmpty, index.isEmpty, isElement || wildcard.isArray else {
                return false
            }
            if case .leaf = wildcard.node.shape { return true }
            return wildcard.isArray && wildcard.node.isModel(isElement: true)
        case .branch: return isModel(isElement: isElement)
        }
    }

    /// The node without the details in which models of one shape may differ.
    var bare: ImportedNode {
        var bare = ImportedNode(shape)
        guard case .branch = shape else { return bare }
        bare.children = children.map { .init($0.key, $0.node.bareField) }
        if let wildcard {
            bare.wildcard?.node = wildcard.node.bareField
            bare.wildcard?.name = nil
        }
        return bare
    }

    /// The bare node of a child, which is a model only because it is a record, or in any case.
    private var bareField: ImportedNode {
        var bare = bare
        bare.isRecord = isRecord && !bare.isModel(isElement: true)
        return bare
    }

    /// Returns the node with each child optional that is optional in either of two nodes of one shape.
    func merged(with other: ImportedNode) -> ImportedNode {
        guard case .branch = shape else { return self }
        var merged = self
        merged.isRecord = isRecord || other.isRecord
        merged.children = zip(children, other.children).map { $0.merged(with: $1) }
        return merged
    }

    /// The names of the elements of each collection below, in lowercase.
    var elementNames: Set<String> {
        var names = wildcard?.node.elementNames ?? []
        for child in children {
            names.formUnion(child.node.elementNames)
            guard child.node.wildcard != nil, let member = SwiftNames.member(for: child.key) else {
                continue
            }
            names.insert(Namer.singular(member).lowercased())
        }
        return names
    }
}
