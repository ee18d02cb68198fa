import PathSchema

/// A place of a schema, and what data it describes there.
indirect enum SchemaShape {
    case string, integer, number, bool
    /// A type of the app's own, or a tree that recurs.
    case anything
    case branch(
        children: [(key: String, shape: SchemaShape)], element: SchemaShape?, hasIntegerKeys: Bool)

    init(_ schema: Schema) {
        self.init(schema, schema.root, [])
    }

    private init(_ schema: Schema, _ type: ElementType, _ open: Set<ElementType.ID>) {
        let open = open.union([type.id])
        var children: [(String, SchemaShape)] = []
        var element: SchemaShape?
        var hasIntegerKeys = false
        for member in type.members {
            if let key = member.key {
                children.append((key, Self.shape(schema, member, 0, open)))
            } else {
                element = Self.shape(schema, member, 1, open)
                hasIntegerKeys = member.placeholders[0].keyType == "Int"
            }
        }
        self = .branch(children: children, element: element, hasIntegerKeys: hasIntegerKeys)
    }

    private static func shape(
        _ schema: Schema, _ member: Member, _ keyCount: Int, _ open: Set<ElementType.ID>
    ) -> SchemaShape {
        if keyCount < member.placeholders.count {
            return .branch(
                children: [], element: shape(schema, member, keyCount + 1, open),
                hasIntegerKeys: member.placeholders[keyCount].keyType == "Int")
        }
        switch member.element {
        case .value(let type): return leaf(type)
        case .declared(let id), .recurring(let id):
            return open.contains(id) ? .anything : SchemaShape(schema, schema[id], open)
        }
    }

    private static func leaf(_ type: String) -> SchemaShape {
        let type = type.hasSuffix("?") ? String(type.dropLast()) : type
        switch type {
        case "String": return .string
        case "Int": return .integer
        case "Double", "Date": return .number
        case "Bool": return .bool
        case _ where type.hasPrefix("[") && type.hasSuffix("]") && !type.contains(":"):
            return .branch(
                children: [], element: leaf(String(type.dropFirst().dropLast())),
                hasIntegerKeys: true)
        default: return .anything
        }
    }

    /// Whether the schema describes data. Where it lists children, there may be others, and some of those
    /// that it lists may be missing: that is for the rules to say.
    func describes(_ data: RulesData) -> Bool {
        if data.isNothing { return true }
        switch (self, data) {
        case (.anything, _), (.string, .string), (.number, .number), (.bool, .bool): return true
        case (.integer, .number(let number)): return number.rounded() == number
        case (.branch(let shapes, let element, let hasIntegerKeys), .children(let children)):
            return children.allSatisfy { key, child in
                if let shape = shapes.first(where: { $0.key == key })?.shape {
                    return shape.describes(child)
                }
                guard let element else { return true }
                return (!hasIntegerKeys || Int(key).map { "\($0)" } == key)
                    && element.describes(child)
            }
        default: return false
        }
    }

    /// Whether the schema describes data at a place.
    func describes(_ data: RulesData, at path: ArraySlice<String>) -> Bool {
        guard let key = path.first else { return describes(data) }
        switch self {
        case .anything: return true
        case .branch(let shapes, let element, let hasIntegerKeys):
            if let shape = shapes.first(where: { $0.key == key })?.shape {
                return shape.describes(data, at: path.dropFirst())
            }
            guard let element else { return true }
            return (!hasIntegerKeys || Int(key).map { "\($0)" } == key || data.isNothing)
                && element.describes(data, at: path.dropFirst())
        default: return data.isNothing
        }
    }
}
