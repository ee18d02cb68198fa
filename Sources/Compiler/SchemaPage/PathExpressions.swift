import PathCodegen
import PathSchema

/// The Swift expressions of the paths to a schema's nodes, with a variable for each placeholder:
/// `Path().chatroom(chatroomId).messages`.
struct PathExpressions {
    /// The expression of the path to the root.
    let root: String
    /// The latest expression at each depth.
    private var latest: [String]

    init(_ schema: Schema) {
        root = schema.options.root.map { "Path<\(Identifier.declaredType($0))>()" } ?? "Path()"
        latest = [root]
    }

    /// Returns the expression of a node, which must follow the previous call's node in document
    /// order.
    mutating func next(_ node: SchemaNode) -> String {
        // The levels from the member's owner to the node.
        let count = node.keyCount + (node.member.key == nil ? 0 : 1)
        let expression = "\(latest[node.depth - count]).\(Self.expression(of: node))"
        latest.removeSubrange(node.depth...)
        latest.append(expression)
        return expression
    }

    private static func expression(of node: SchemaNode) -> String {
        guard node.keyCount > 0 else { return member(node.member.name) }
        let arguments = node.member.placeholders.prefix(node.keyCount).map(\.parameter).enumerated()
            .map { index, parameter in
                let value = Identifier.declared(parameter)
                return index == 0 ? value : "\(label(parameter)): \(value)"
            }
        let name = member(node.member.accessorName ?? node.member.name)
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }

    /// Returns a member's name as it is written after a dot.
    private static func member(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
    }

    /// Returns an argument's label. The only keyword that needs back-ticks there is `inout`.
    private static func label(_ name: String) -> String {
        name == "inout" ? "`inout`" : name
    }
}
