/// Adds the directives that a draft needs, so that no two names of the generated code clash.
struct DraftNames {
    private let models: [String]
    /// The names that generated types must not have.
    private var taken: Set<String>
    /// The full names of generated types so far, each with all that is around it.
    private var fullNames: Set<String> = []

    init(models: [String], otherTypes: [String]) {
        self.models = models
        taken = Set(models + otherTypes)
    }

    /// Finishes the root, and everything below.
    mutating func finish(_ root: inout DraftNode) {
        finish(&root, enclosing: [], collection: nil)
    }

    /// - Parameters:
    ///   - enclosing: the names of the generated types around the node, the nearest last.
    ///   - collection: the key of the collection that the node is an element of.
    private mutating func finish(
        _ node: inout DraftNode, enclosing: [String], collection: String?
    ) {
        var enclosing = enclosing
        if let model = node.model { node.type = models[model] }
        if node.isPhantom { enclosing.append(nameType(of: &node, enclosing, collection)) }
        var members = MemberNames()
        var children = node.children
        for position in children.indices {
            members.name(&children[position], in: &node)
            var inner: String?
            if node.isCollection {
                if case .named(let key) = node.key { inner = key } else { inner = collection }
            }
            finish(&children[position], enclosing: enclosing, collection: inner)
        }
        node.children = children
    }

    /// Makes sure of the name of a node's generated type.
    ///
    /// - Returns: the name, without what it may be qualified with.
    private mutating func nameType(
        of node: inout DraftNode, _ enclosing: [String], _ collection: String?
    ) -> String {
        if let name = node.name { return name }
        let bases = Self.derivedNames(of: node, enclosing, collection)
        let fullName = (enclosing + [bases[0]]).joined()
        let isClear = bases.allSatisfy { base in
            if SwiftNames.isTaken(base) { return false }
            var name = base
            guard isFree(name) else { return false }
            for qualifier in enclosing.reversed() {
                name = qualifier + name
                guard isFree(name) else { return false }
            }
            return true
        }
        if isClear, fullNames.insert(fullName).inserted { return bases[0] }
        let name = unused(bases[0] + "Node")
        node.name = name
        taken.insert(name)
        return name
    }

    private func isFree(_ name: String) -> Bool {
        !taken.contains(name) && !taken.contains(name + "Node")
    }

    private func unused(_ name: String) -> String {
        let isFree = { (name: String) in
            !taken.contains(name) && !fullNames.contains(name) && !SwiftNames.isTaken(name)
        }
        if isFree(name) { return name }
        var number = 2
        while !isFree("\(name)\(number)") { number += 1 }
        return "\(name)\(number)"
    }

    /// The names that the compiler may derive, the likeliest first.
    private static func derivedNames(
        of node: DraftNode, _ enclosing: [String], _ collection: String?
    ) -> [String] {
        switch node.key {
        case .root: return ["Root"]
        case .named(let key):
            return [
                SwiftNames.type(for: key) ?? node.member.flatMap { SwiftNames.type(for: $0) }
                    ?? "Value"
            ]
        case .placeholder(let name, _):
            if let collection { return [SwiftNames.elementType(for: collection) ?? "Element"] }
            let outer = enclosing.last ?? "Root"
            return [
                SwiftNames.elementType(for: outer), SwiftNames.type(forPlaceholder: name),
                outer + "Element",
            ].compactMap { $0 }.filter { $0 != outer }
        }
    }
}

/// The names of one object's members, as they are given out.
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
        let accessor = SwiftNames.singular(property)
        if !accessors.insert(accessor).inserted {
            child.singular = unused(accessor, in: &accessors)
        }
    }

    /// A name that no other has, which it takes.
    private func unused(_ name: String, in names: inout Set<String>) -> String {
        var number = 2
        while !names.insert("\(name)\(number)").inserted { number += 1 }
        return "\(name)\(number)"
    }
}
