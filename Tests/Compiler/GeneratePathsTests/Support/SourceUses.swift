import PathCodegen
import PathSchema

/// The uses of a schema's members that code of an app can have, each a chain from the root.
struct SourceUses {
    /// A member, by its type and its position there.
    struct Place: Hashable {
        let type: ElementType.ID
        let member: Int
    }

    struct Use {
        let expression: String
        let type: String
        let name: String
        let place: Place
        /// The members before this one in the chain, with the name of each that is used.
        let chain: [(place: Place, name: String)]
        /// Whether the chain goes through a type that several nodes have.
        let isShared: Bool
    }

    private let schema: Schema
    private let members: MemberUses
    private var shared: Set<ElementType.ID> = []
    private(set) var all: [Use] = []

    init(_ schema: Schema) {
        self.schema = schema
        members = MemberUses(schema)
        for member in schema.types.flatMap(\.members) {
            if case .recurring(let type) = member.element { shared.insert(type) }
        }
        let root = "Path<\(members.name(of: schema.root.id))>()"
        visit(schema.root, at: root, chain: [], isShared: false)
    }

    private mutating func visit(
        _ type: ElementType, at expression: String, chain: [(place: Place, name: String)],
        isShared: Bool
    ) {
        let isShared = isShared || shared.contains(type.id)
        for (index, member) in type.members.enumerated() {
            let place = Place(type: type.id, member: index)
            let uses = members.uses(of: member)
            for use in uses {
                all.append(
                    Use(
                        expression: "\(expression)\(call(use))", type: use.type, name: use.name,
                        place: place, chain: chain, isShared: isShared))
            }
            guard case .declared(let id) = member.element, let last = uses.last else { continue }
            visit(
                schema[id], at: "\(expression)\(call(last))", chain: chain + [(place, last.name)],
                isShared: isShared)
        }
    }

    private func call(_ use: MemberUse) -> String {
        let name = String(use.name.prefix { $0 != "(" })
        let used = ["self", "init", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
        guard !use.labels.isEmpty else { return ".\(used)" }
        let arguments = zip(use.labels, use.parameterTypes).map { label, type in
            let key = type == "Int" ? "Int(7)" : "\(type)(\"k\")"
            guard let label else { return key }
            return (["inout", "let", "var"].contains(label) ? "`\(label)`" : label) + ": \(key)"
        }
        return ".\(used)(\(arguments.joined(separator: ", ")))"
    }

    /// The member at a path as changes have it.
    func place(at path: String) -> Place? {
        var type = schema.root
        var place: Place?
        var keys = path.pathComponents[...]
        while let key = keys.popFirst() {
            let index = type.members.firstIndex { member in
                member.key.map { $0.hasSameBytes(as: key) } ?? false
            }
            let wildcard = type.members.firstIndex { $0.key == nil }
            guard let index = index ?? wildcard else { return nil }
            let member = type.members[index]
            place = Place(type: type.id, member: index)
            keys = keys.dropFirst(member.placeholders.count - (member.key == nil ? 1 : 0))
            guard let id = member.element.type else { return keys.isEmpty ? place : nil }
            type = schema[id]
        }
        return place
    }
}
