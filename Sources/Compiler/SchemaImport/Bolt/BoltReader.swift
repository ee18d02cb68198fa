/// Builds a tree from a Bolt file, by expanding the types of its paths.
///
/// ```
/// text ──BoltScanner──▶ tokens ──BoltParser──▶ BoltFile ──BoltReader──▶ ImportedNode
/// ```
package struct BoltReader {
    private let file: BoltFile
    private let keyTypes: Set<String>
    private let text: BoltScanner
    /// The types being expanded, outermost first. A type that recurs in itself becomes a leaf.
    private var open: [BoltFile.TypeExpression] = []
    /// The offset of the path being read, for errors.
    private var offset = 0
    private var nodes = 0

    /// The limit of expanded nodes, since the expansion of nested types can grow exponentially.
    private static let maximumNodes = 20_000

    package static func read(_ source: [UInt8]) throws(ImportError) -> Imported {
        let file = try BoltParser.parse(source)
        guard !file.paths.isEmpty else {
            throw ImportError(
                "no 'path' statement, as in path /users/{uid} is User", line: 1, column: 1)
        }
        var reader = BoltReader(
            file: file, keyTypes: file.keyTypes, text: try BoltScanner(source))
        var root = ImportedNode.unknown
        for path in file.paths {
            reader.offset = path.offset
            let node: ImportedNode? =
                if let type = path.type { try reader.node(for: type, [:]) } else { nil }
            root.add(node, index: path.index, at: path.components[...])
        }
        guard case .branch = root.shape else {
            throw ImportError("the paths lead to no key of a database", line: 1, column: 1)
        }
        return Imported(root: root, notes: reader.notes)
    }

    private var notes: [ImportNote] {
        guard file.ruleMethods > 0 else { return [] }
        let methods = file.ruleMethods == 1 ? "1 method" : "\(file.ruleMethods) methods"
        return [ImportNote("a schema has no place for \(methods) such as read() and validate()")]
    }

    private func error(_ message: String) -> ImportError {
        text.error(message, at: offset)
    }
}

// MARK: - Types

extension BoltReader {
    private typealias Substitution = [String: BoltFile.TypeExpression]

    private mutating func node(
        for type: BoltFile.TypeExpression, _ substitution: Substitution
    ) throws(ImportError) -> ImportedNode {
        nodes += 1
        guard nodes < Self.maximumNodes else {
            throw error("spelled out, the types here have more than \(Self.maximumNodes) places")
        }
        switch type {
        case .union(let members): return try union(members, substitution)
        case .named("String", _): return ImportedNode(.leaf(.string))
        case .named("Number", _): return ImportedNode(.leaf(.double))
        case .named("Boolean", _): return ImportedNode(.leaf(.bool))
        case .named("InitialTimestamp", _), .named("CurrentTimestamp", _):
            return ImportedNode(.leaf(.date))
        case .named("Any", _), .named("Object", _), .named("Null", _): return .unknown
        case .named("Map", let arguments): return try map(arguments, substitution)
        case .named(let name, let arguments):
            if let bound = substitution[name] { return try node(for: bound, [:]) }
            return try declared(name, arguments.map { substitute($0, substitution) })
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
    ) throws(ImportError) -> ImportedNode {
        var nodes: [ImportedNode] = []
        for member in members where member != .named("Null", arguments: []) {
            let node = try node(for: member, substitution)
            if !nodes.contains(node) { nodes.append(node) }
        }
        if nodes.count <= 1 { return nodes.first ?? .unknown }
        let scalars: [ImportedNode.Shape] = [.leaf(.string), .leaf(.double), .leaf(.bool)]
        let isScalar = nodes.allSatisfy { scalars.contains($0.shape) }
        var mixed = ImportedNode(.leaf(isScalar ? .mixed : .anything))
        mixed.comments = ["one of several types in the Bolt file; decide what it is"]
        return mixed
    }

    private mutating func map(
        _ arguments: [BoltFile.TypeExpression], _ substitution: Substitution
    ) throws(ImportError) -> ImportedNode {
        guard arguments.count == 2 else {
            throw error("'Map' takes two types, as in Map<String, User>")
        }
        var keyType: String?
        if case .named(let name, _) = substitute(arguments[0], substitution), name != "String" {
            keyType = name == "Number" ? "Int" : name
        }
        let element = try node(for: arguments[1], substitution)
        return ImportedNode(.branch(children: [], wildcard: .init(keyType: keyType, element)))
    }

    /// Expands a type that the file declares.
    private mutating func declared(
        _ name: String, _ arguments: [BoltFile.TypeExpression]
    ) throws(ImportError) -> ImportedNode {
        guard let type = file.types[name] else { return ImportedNode(.leaf(.named(name))) }
        guard arguments.count == type.parameters.count else {
            let types = type.parameters.count == 1 ? "1 type" : "\(type.parameters.count) types"
            throw error("'\(name)' takes \(types), and is given \(arguments.count)")
        }
        let expression = BoltFile.TypeExpression.named(name, arguments: arguments)
        if open.contains(expression) {
            return ImportedNode(.leaf(.recurring(expression.modelName)))
        }
        guard open.count < 32 else { throw error("types are nested too deep") }
        open.append(expression)
        defer { open.removeLast() }
        let substitution = Dictionary(
            zip(type.parameters, arguments), uniquingKeysWith: { first, _ in first })
        var node = ImportedNode.unknown
        if let base = type.base { node = try self.node(for: base, substitution) }
        if type.properties.isEmpty, type.base != nil {
            if case .leaf(.string) = node.shape, keyTypes.contains(name) {
                node.shape = .leaf(.named(name))
            }
            return node
        }
        var children = node.children
        for property in type.properties {
            children.removeAll { $0.key == property.name }
            children.append(
                .init(
                    property.name, try self.node(for: property.type, substitution),
                    isOptional: property.type.allowsNull))
        }
        guard !children.isEmpty || node.wildcard != nil else { return node }
        var result = ImportedNode(.branch(children: children, wildcard: node.wildcard))
        result.model = expression.modelName
        return result
    }
}

extension BoltFile.TypeExpression {
    /// A model name for the type: `PairStringNumber` for `Pair<String, Number>`.
    fileprivate var modelName: String {
        switch self {
        case .named(let name, let arguments): name + arguments.map(\.modelName).joined()
        case .union(let members): members.map(\.modelName).joined(separator: "Or")
        }
    }

    fileprivate var allowsNull: Bool {
        switch self {
        case .named(let name, _): name == "Null" || name == "Map" || name == "Any"
        case .union(let members): members.contains { $0.allowsNull }
        }
    }
}
