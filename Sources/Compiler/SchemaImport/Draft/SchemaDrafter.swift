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
