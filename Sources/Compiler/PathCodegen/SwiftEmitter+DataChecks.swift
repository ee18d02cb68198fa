import PathSchema

/// Emission of the list of the types of all data.
extension SwiftEmitter {
    /// Emits an extension of the root with the list. As the protocol's, it has the default isolation
    /// of the module, which models may have, too.
    func emitDataChecks(to code: inout String) {
        var statements = ""
        // Patterns of types that recur may precede the types' own.
        var repetitions = ""
        var patterns = DataPatterns(schema)
        schema.forEachNode { node in
            let pattern = SwiftLiteral.quoted(patterns.next(node))
            if case .placeholder(let placeholder) = node.key, placeholder.hasTypeOfItsOwn {
                statements += "        checks.addKeys(\(pattern), \(placeholder.keyType).self)\n"
            }
            switch node.element {
            case .value(let name):
                statements += "        checks.add(\(pattern), \(name).self)\n"
            case .declared(let type) where schema[type].kind == .model:
                statements += "        checks.add(\(pattern), \(types[type]).self)\n"
            case .recurring(let type):
                let other = SwiftLiteral.quoted(patterns[type])
                repetitions += "        checks.addSame(\(pattern), as: \(other))\n"
            case .declared, nil: break
            }
        }
        code += """

            // swift-format-ignore
            extension PathRoot where Self == \(types.root) {
                /// The types of all data, for `TreeDatabase.check(_:)`.
                \(access)static var checks: DataChecks {
                    var checks = DataChecks()
            \(statements)\(repetitions)        return checks
                }
            }

            """
    }
}

/// The patterns of a schema's nodes as `DataChecks` has them: `players/<playerId>/name`.
private struct DataPatterns {
    /// The latest pattern at each depth.
    private var latest = [""]
    private var declared: [ElementType.ID: String] = [:]

    init(_ schema: Schema) {
        var patterns = self.latest
        var declared = self.declared
        schema.forEachNode { node in
            let pattern = Self.next(node, &patterns)
            if case .declared(let type) = node.element { declared[type] = pattern }
        }
        self.declared = declared
    }

    /// The pattern of the node that declares a type.
    subscript(type: ElementType.ID) -> String { declared[type] ?? "" }

    /// Returns the pattern of a node, which must follow the previous call's node in document order.
    mutating func next(_ node: SchemaNode) -> String { Self.next(node, &latest) }

    private static func next(_ node: SchemaNode, _ latest: inout [String]) -> String {
        let key =
            switch node.key {
            case .named(let key): key
            case .placeholder(let placeholder): placeholder.schemaText
            }
        let parent = latest[node.depth - 1]
        latest.removeSubrange(node.depth...)
        latest.append(parent.isEmpty ? key : "\(parent)/\(key)")
        return latest[node.depth]
    }
}
