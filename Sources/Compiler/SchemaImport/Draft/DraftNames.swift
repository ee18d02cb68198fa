import PathSchema

/// Adds directives to a draft wherever names in the generated code would clash.
struct DraftNames {
    private let models: [DraftModel]
    private let choices: [DraftChoice]
    /// The names that generated types can't have.
    private var taken: Set<String>
    /// The full names of generated types so far, each qualified with all enclosing types.
    private var fullNames: Set<String> = []
    /// The names that generated types have or may have without qualification.
    private var derived: Set<String> = []
    /// The nodes below the first node of each model, which all nodes of the model share.
    private var firstChildren: [Int: [DraftNode]] = [:]

    init(models: [DraftModel], choices: [DraftChoice]) {
        self.models = models
        self.choices = choices
        taken = Set(models.map(\.name) + choices.map(\.name))
    }

    /// The context of a node.
    struct Place {
        /// The names of the enclosing types, innermost last.
        var enclosing: [String] = []
        /// The name that the key of the innermost enclosing type suggests, if that type has a key
        /// of its own.
        var owner: String?
        /// The key of the collection that contains the node as an element.
        var collection: String?
    }

    /// Names a node and all nodes below.
    mutating func finish(_ node: inout DraftNode, at place: Place = Place()) {
        var inner = place
        if let model = node.model {
            node.type = models[model].name
            inner.enclosing.append(models[model].name)
            for (position, child) in models[model].node.children.enumerated() {
                node.children[position].isOptional = child.isOptional
            }
        }
        if let choice = node.choice { node.type = choices[choice].name }
        if node.isPhantom { nameType(of: &node, at: place, inner: &inner) }
        if !node.isCollection { inner.collection = nil }
        if case .named(let key) = node.key, node.isCollection { inner.collection = key }
        var members = MemberNames()
        var children = node.children
        let first = node.model.flatMap { firstChildren[$0] }
        for position in children.indices {
            members.name(&children[position], in: &node)
            finish(&children[position], at: inner)
            if let first { children[position].takeNames(of: first[position]) }
        }
        node.children = children
        if let model = node.model, first == nil { firstChildren[model] = children }
    }

    /// Gives a node's generated type a unique name.
    ///
    /// - Parameter inner: the context of the node's children.
    private mutating func nameType(of node: inout DraftNode, at place: Place, inner: inout Place) {
        let bases = Self.derivedNames(of: node, at: place)
        inner.owner = node.isPlaceholder ? nil : bases[0]
        let names = bases.flatMap { Self.names($0, in: place.enclosing) }
            .map { StandardTypes.takes($0) ? $0 + "Node" : $0 }
        let fullName = (place.enclosing + [bases[0]]).joined()
        if names.allSatisfy(canBeDerived), fullNames.insert(fullName).inserted {
            derived.formUnion(names)
            inner.enclosing.append(bases[0])
            return
        }
        let name = unused(bases[0] + "Node")
        node.name = name
        taken.insert(name)
        inner.enclosing.append(name)
    }

    /// Returns a name and its qualified alternatives.
    private static func names(_ base: String, in enclosing: [String]) -> [String] {
        enclosing.reversed().reduce(into: [base]) { names, qualifier in
            names.append(qualifier + (names.last ?? ""))
        }
    }

    private func canBeDerived(_ name: String) -> Bool {
        !taken.contains(name) && !SwiftNames.isTaken(name)
    }

    private func unused(_ name: String) -> String {
        let isFree = { (name: String) in
            !taken.contains(name) && !derived.contains(name) && !SwiftNames.isTaken(name)
        }
        return isFree(name) ? name : name.numbered(where: isFree)
    }

    /// Returns the names that the compiler may derive, the likeliest first.
    private static func derivedNames(of node: DraftNode, at place: Place) -> [String] {
        switch node.key {
        case .root: return ["Root"]
        case .named(let key):
            let name = Namer.type(for: key) ?? node.member.flatMap { Namer.type(for: $0) }
            return [name ?? "Value"]
        case .placeholder(let name, _):
            if let key = place.collection { return [Namer.elementType(for: key) ?? "Element"] }
            let outer = place.enclosing.last ?? "Root"
            return [
                place.owner.flatMap { Namer.elementType(for: $0) },
                Namer.type(forPlaceholder: name), outer + "Element",
            ].compactMap { $0 }.filter { $0 != outer }
        }
    }
}

extension DraftNode {
    /// Takes the names of a node of the same shape, as all nodes of one model need them.
    fileprivate mutating func takeNames(of other: DraftNode) {
        name = other.name
        for position in children.indices {
            children[position].takeNames(of: other.children[position])
        }
    }
}

/// The names of one object's members, as far as they have been assigned.
private struct MemberNames {
    private var properties: Set<String> = []
    private var accessors: Set<String> = []

    mutating func name(_ child: inout DraftNode, in parent: inout DraftNode) {
        guard case .named(let key) = child.key else {
            let accessor = parent.singular ?? "child"
            if !parent.isCollection, !accessors.insert(accessor).inserted {
                parent.singular = unused(accessor, in: &accessors)
            }
            return
        }
        let derived = SwiftNames.member(for: key)
        var property = derived ?? "child"
        if derived == nil || !properties.insert(property).inserted {
            property = unused(property, in: &properties)
            child.member = property
        }
        guard child.isCollection else { return }
        let accessor = Namer.singular(property)
        if !accessors.insert(accessor).inserted {
            child.singular = unused(accessor, in: &accessors)
        }
    }

    /// Returns and reserves a unique name.
    private func unused(_ name: String, in names: inout Set<String>) -> String {
        name.numbered { names.insert($0).inserted }
    }
}
