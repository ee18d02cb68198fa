import PathSchema

/// A place of a schema, as the shape of the data that it describes there.
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
        var children: [(key: String, shape: SchemaShape)] = []
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
        case _ where type.hasPrefix("[String: "):
            let element = leaf(String(type.dropFirst("[String: ".count).dropLast()))
            return .branch(children: [], element: element, hasIntegerKeys: false)
        case _ where type.hasPrefix("[") && !type.contains(":"):
            let element = leaf(String(type.dropFirst().dropLast()))
            return .branch(children: [], element: element, hasIntegerKeys: true)
        default: return .anything
        }
    }

    /// The shape of a child; `nil` for a key that the schema excludes. Where a schema lists children, there
    /// may be others: that is for the rules to say.
    func child(_ key: String) -> SchemaShape? {
        switch self {
        case .anything: return .anything
        case .branch(let shapes, let element, let hasIntegerKeys):
            if let shape = shapes.first(where: { $0.key == key })?.shape { return shape }
            guard let element else { return .anything }
            return !hasIntegerKeys || Int(key).map { "\($0)" } == key ? element : nil
        default: return nil
        }
    }

    /// Whether the schema describes data at a place, some of whose children may be missing.
    func describes(_ data: RulesData, at path: ArraySlice<String> = []) -> Bool {
        if let key = path.first {
            return child(key)?.describes(data, at: path.dropFirst()) ?? data.isNothing
        }
        if data.isNothing { return true }
        return switch (self, data) {
        case (.anything, _), (.string, .string), (.number, .number), (.bool, .bool): true
        case (.integer, .number(let number)): number.rounded() == number
        case (.branch, .children(let children)):
            children.allSatisfy { child($0)?.describes($1) ?? false }
        default: false
        }
    }
}
