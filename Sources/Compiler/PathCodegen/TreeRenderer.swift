import PathSchema

/// Draws a schema as a tree for a terminal: each node's key with the type of its path.
///
/// ```
/// /                          Path<Root>
/// ├── configuration          Path<Configuration>
/// └── chatrooms              Path<Chatroom>.Collection
///     └── <chatroomId>       Path<Chatroom>
/// ```
struct TreeRenderer {
    private let schema: Schema
    private let types: PathTypes
    /// The column of the types.
    private let column: Int
    /// Whether the ancestor at each level is the last of its siblings.
    private var ancestorsAreLast: [Bool] = []
    private var text = ""

    /// The limit for the column of the types. Longer keys move only their own type to the right.
    private static let maximumColumn = 60

    static func render(_ part: SchemaPart) -> String {
        var renderer = TreeRenderer(part)
        let label = Self.label(of: part)
        renderer.writeLine(
            label, width: Visible.width(of: label), type: renderer.types.path(to: part),
            marks: mark(ofIndex: part.schema.index(of: part.type)))
        part.schema.forEachNode(below: part.type) { renderer.write($0) }
        return renderer.text
    }

    private init(_ part: SchemaPart) {
        schema = part.schema
        var widest = Visible.width(of: Self.label(of: part))
        part.schema.forEachNode(below: part.type) { node in
            let width = Self.width(of: Self.label(of: node), at: node.depth)
            if width > widest, width <= Self.maximumColumn {
                widest = width
            }
        }
        column = widest + 2
        types = PathTypes(part.schema)
    }

    private mutating func write(_ node: SchemaNode) {
        ancestorsAreLast.removeSubrange((node.depth - 1)...)
        var drawing = ""
        for isLast in ancestorsAreLast {
            drawing += isLast ? "    " : "│   "
        }
        drawing += node.isLast ? "└── " : "├── "
        ancestorsAreLast.append(node.isLast)
        let label = Self.label(of: node)
        writeLine(
            drawing + label, width: Self.width(of: label, at: node.depth),
            type: types.path(to: node.member, afterKeys: node.keyCount),
            marks: marks(of: node))
    }

    private mutating func writeLine(
        _ drawing: String, width: Int, type: String, marks: String = ""
    ) {
        let gap = String(repeating: " ", count: max(2, column - width))
        text += "\(drawing)\(gap)\(Visible.text(type))\(marks)\n"
    }

    /// Returns the number of cells that a key takes, including four per level for the lines of the
    /// tree.
    private static func width(of label: String, at depth: Int) -> Int {
        4 * depth + Visible.width(of: label)
    }
}

// MARK: - Texts

extension TreeRenderer {
    private static func label(of part: SchemaPart) -> String {
        part.keys.isEmpty ? "/" : Visible.text(part.keys.joined(separator: "/"))
    }

    private static func label(of node: SchemaNode) -> String { Visible.text(node.schemaKey) }

    private static func mark(ofIndex index: [String]?) -> String {
        index.map { "  (index: \($0.map(Visible.text).joined(separator: ", ")))" } ?? ""
    }

    private func marks(of node: SchemaNode) -> String {
        var marks = node.isRecurring ? "  (recurring)" : ""
        marks += Self.mark(ofIndex: schema.index(of: node))
        if let message = node.deprecation {
            let firstLine = message.prefix { !$0.isNewline }
            marks += "  (deprecated: \(Visible.text(String(firstLine))))"
        }
        return marks
    }
}
