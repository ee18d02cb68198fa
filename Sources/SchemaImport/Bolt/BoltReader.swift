/// Makes a tree of a Bolt file: the types that its paths have, spelled out.
package struct BoltReader {
    private let file: BoltFile
    /// The types being spelled out, from the outermost: one that recurs in itself is a leaf there.
    private var open: [String] = []
    private var comments: [String] = []

    package static func read(_ source: String) throws -> ImportedNode {
        let file = try BoltParser.parse(source)
        guard !file.paths.isEmpty else {
            throw ImportError(
                "no 'path' statement, as in path /users/{uid} is User", line: 1, column: 1)
        }
        var reader = BoltReader(file: file)
        var root = ImportedNode(.unknown)
        for path in file.paths {
            let node = try path.type.map { try reader.node(for: $0, [:]) }
            root.add(node, index: path.index, at: path.components[...])
        }
        return root
    }

    private init(file: BoltFile) {
        self.file = file
    }

    private typealias Substitution = [String: BoltFile.TypeExpression]

    private mutating func node(
        for type: BoltFile.TypeExpression, _ substitution: Substitution
    ) throws -> ImportedNode {
        switch type {
        case .union(let members): try union(members, substitution)
        case .named("String", _): ImportedNode(.leaf(.string))
        case .named("Number", _): ImportedNode(.leaf(.double))
        case .named("Boolean", _): ImportedNode(.leaf(.bool))
        case .named("InitialTimestamp", _), .named("CurrentTimestamp", _):
            ImportedNode(.leaf(.date))
        case .named("Any", _), .named("Object", _), .named("Null", _):
            ImportedNode(.unknown)
        case .named("Map", let arguments): try map(arguments, substitution)
        case .named(let name, let arguments):
            if let bound = substitution[name] {
                try node(for: bound, [:])
            } else {
                try declared(name, arguments.map { substitute($0, substitution) })
            }
        }
    }

    private func substitute(
        _ type: BoltFile.TypeExpression, _ substitution: Substitution
    ) -> BoltFile.TypeExpression {
        switch type {
        case .union(let members): .union(members.map { substitute($0, substitution) })
        case .named(let name, let arguments):
            substitution[name]
                ?? .named(name, arguments: arguments.map { substitute($0, substitution) })
        }
    }

    private mutating func union(
        _ members: [BoltFile.TypeExpression], _ substitution: Substitution
    ) throws -> ImportedNode {
        var nodes: [ImportedNode] = []
        for member in members where member != .named("Null", arguments: []) {
            let node = try node(for: member, substitution)
            if !nodes.contains(node) { nodes.append(node) }
        }
        if nodes.count <= 1 { return nodes.first ?? ImportedNode(.unknown) }
        var mixed = ImportedNode(.leaf(.mixed))
        mixed.comments = ["one of several types in the Bolt file; decide what it is"]
        return mixed
    }

    private mutating func map(
        _ arguments: [BoltFile.TypeExpression], _ substitution: Substitution
    ) throws -> ImportedNode {
        guard arguments.count == 2 else {
            throw ImportError("'Map' takes two types, as in Map<String, User>", line: 1, column: 1)
        }
        var keyType: String?
        if case .named(let name, _) = substitute(arguments[0], substitution), name != "String" {
            keyType = name == "Number" ? "Int" : name
        }
        let element = try node(for: arguments[1], substitution)
        return ImportedNode(.branch(children: [], wildcard: .init(keyType: keyType, element)))
    }

    /// A type that the file declares.
    private mutating func declared(
        _ name: String, _ arguments: [BoltFile.TypeExpression]
    ) throws -> ImportedNode {
        guard let type = file.types[name] else {
            var node = ImportedNode(.leaf(.model(name)))
            node.comments = ["the Bolt file doesn't declare '\(name)'"]
            return node
        }
        guard arguments.count == type.parameters.count else {
            throw ImportError(
                "'\(name)' takes \(type.parameters.count) types, and is given \(arguments.count)",
                line: type.line, column: type.column)
        }
        if open.contains(name) { return ImportedNode(.leaf(.model(name))) }
        guard open.count < 32 else {
            throw ImportError("types are nested too deep", line: type.line, column: type.column)
        }
        open.append(name)
        defer { open.removeLast() }
        let substitution = Dictionary(
            zip(type.parameters, arguments), uniquingKeysWith: { first, _ in first })
        var node =
            try type.base.map { try self.node(for: $0, substitution) }
            ?? ImportedNode(.unknown)
        if type.properties.isEmpty, type.base != nil { return node }
        var children: [ImportedNode.Child] = []
        var wildcard: ImportedNode.Wildcard?
        if case .branch(let inherited, let inheritedWildcard) = node.shape {
            (children, wildcard) = (inherited, inheritedWildcard)
        }
        for property in type.properties {
            children.removeAll { $0.key == property.name }
            children.append(
                .init(
                    property.name, try self.node(for: property.type, substitution),
                    isOptional: property.type.allowsNull))
        }
        node.shape = .branch(children: children, wildcard: wildcard)
        node.model = arguments.isEmpty ? name : nil
        return node
    }
}

extension BoltFile.TypeExpression {
    fileprivate var allowsNull: Bool {
        switch self {
        case .named(let name, _): name == "Null" || name == "Map" || name == "Any"
        case .union(let members): members.contains { $0.allowsNull }
        }
    }
}

extension ImportedNode {
    /// Puts a node at a path, beside what other paths say about it.
    fileprivate mutating func add(
        _ node: ImportedNode?, index: [String], at path: ArraySlice<BoltFile.Component>
    ) {
        guard let first = path.first else {
            if let node { merge(node) }
            self.index += index
            return
        }
        var (children, wildcard) = childrenAndWildcard
        switch first {
        case .key(let key):
            let position = children.firstIndex { $0.key == key } ?? children.endIndex
            if position == children.endIndex { children.append(.init(key, ImportedNode(.unknown))) }
            children[position].node.add(node, index: index, at: path.dropFirst())
        case .capture(let name):
            var element = wildcard ?? .init(name: name, ImportedNode(.unknown))
            element.name = element.name ?? name
            element.node.add(node, index: index, at: path.dropFirst())
            wildcard = element
        }
        shape = .branch(children: children, wildcard: wildcard)
    }

    private var childrenAndWildcard: ([Child], Wildcard?) {
        if case .branch(let children, let wildcard) = shape { return (children, wildcard) }
        return ([], nil)
    }

    /// Adds what another statement says about the same place.
    private mutating func merge(_ other: ImportedNode) {
        model = model ?? other.model
        comments += other.comments
        switch (shape, other.shape) {
        case (_, .unknown): break
        case (.branch(var children, var wildcard), .branch(let others, let otherWildcard)):
            for child in others {
                if let position = children.firstIndex(where: { $0.key == child.key }) {
                    children[position].node.merge(child.node)
                } else {
                    children.append(child)
                }
            }
            if let otherWildcard {
                wildcard?.node.merge(otherWildcard.node)
                wildcard = wildcard ?? otherWildcard
            }
            shape = .branch(children: children, wildcard: wildcard)
        default:
            shape = other.shape
        }
    }
}
