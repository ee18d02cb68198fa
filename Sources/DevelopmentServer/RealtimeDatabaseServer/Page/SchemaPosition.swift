import PathCodegen
import PathSchema
import SecurityRules

/// A place in a schema: its type, and the Swift expression of its path.
struct SchemaPosition {
    private enum Node {
        case type(ElementType)
        /// A collection, after some of its keys.
        case collection(Member, keys: [String], parent: String?)
        /// A value of a Swift type. With `nil`, it is inside of a value of one of the app's types.
        case value(String?)
        /// The schema has no such place.
        case missing
    }

    private let schema: Schema
    private let node: Node
    /// The path in Swift, as in `Path().chatroom("firechat").name`; `nil` inside of values. Keys of
    /// types other than text are checked, so that it throws: `try Path().user(UserID(checking: "ana"))`.
    let swift: String?
    var documentation: String?
    var deprecation: String?
    /// The reason why the key doesn't fit.
    private var keyMisfit: String?

    private init(_ schema: Schema, _ node: Node, swift: String?) {
        (self.schema, self.node, self.swift) = (schema, node, swift)
    }

    /// The root of a schema.
    init(rootOf schema: Schema) {
        let root = schema.root
        let path = schema.options.root.map { "Path<\($0)>()" } ?? "Path()"
        self.init(schema, .type(root), swift: path)
        documentation = root.documentation
    }

    /// Returns the position of a place below this one.
    func descendant(_ keys: some Sequence<String>) -> SchemaPosition {
        keys.reduce(self) { $0.child($1) }
    }

    func child(_ key: String) -> SchemaPosition {
        switch node {
        case .type(let type):
            if let member = type.members.first(where: { $0.key.hasSameBytes(as: key) }) {
                return enter(member)
            }
            if let member = type.members.first(where: { $0.key == nil }) {
                return element(of: member, keys: [key], parent: swift)
            }
            var missing = SchemaPosition(schema, .missing, swift: nil)
            missing.keyMisfit = "The schema has no \(Visible.quoted(key)) here."
            return missing
        case .collection(let member, let keys, let parent):
            return element(of: member, keys: keys + [key], parent: parent)
        case .value(let type):
            let element = type.flatMap { LeafType($0).elementType }
            return SchemaPosition(schema, .value(element), swift: nil)
        case .missing: return SchemaPosition(schema, .missing, swift: nil)
        }
    }

    private func enter(_ member: Member) -> SchemaPosition {
        let path = swift.map { "\($0).\(Identifier.member(member.name))" }
        let node: Node =
            member.isCollection
            ? .collection(member, keys: [], parent: swift) : node(member.element)
        var position = SchemaPosition(schema, node, swift: path)
        (position.documentation, position.deprecation) = (member.documentation, member.deprecation)
        return position
    }

    private func element(of member: Member, keys: [String], parent: String?) -> SchemaPosition {
        let placeholders = member.placeholders
        let last = placeholders[keys.count - 1]
        let arguments = zip(placeholders, keys).enumerated().map { index, argument in
            let (placeholder, key) = argument
            let label = index == 0 ? "" : "\(placeholder.parameter): "
            return label + SwiftKey.expression(key, type: placeholder.keyType)
        }
        let isChecked = zip(placeholders, keys).contains { placeholder, key in
            SwiftKey.isChecked(key, type: placeholder.keyType)
        }
        let path = parent.map { parent in
            (isChecked ? SwiftKey.trying(parent) : parent)
                + ".\(Identifier.member(member.accessorName ?? member.name))"
                + "(\(arguments.joined(separator: ", ")))"
        }
        let node: Node =
            keys.count < placeholders.count
            ? .collection(member, keys: keys, parent: parent) : node(member.element)
        var position = SchemaPosition(schema, node, swift: path)
        (position.documentation, position.deprecation) = (last.documentation, last.deprecation)
        if !LeafType.allows(key: keys[keys.count - 1], ofType: last.keyType) {
            position.keyMisfit = "The schema has keys of type \(last.keyType) here."
        }
        return position
    }

    private func node(_ element: Element) -> Node {
        switch element {
        case .value(let type): .value(type)
        case .declared(let id), .recurring(let id): .type(schema[id])
        }
    }
}

// MARK: - Types

extension SchemaPosition {
    /// The type as the schema has it: `Message`, or `<messageId: MessageID>` for a collection;
    /// `nil` where the schema has none.
    var type: String? {
        switch node {
        case .type(let type): type.name
        case .collection(let member, let keys, _): Self.text(member.placeholders[keys.count])
        case .value(let type): type
        case .missing: nil
        }
    }

    private static func text(_ placeholder: SchemaPlaceholder) -> String {
        placeholder.keyType == "String"
            ? "<\(placeholder.text)>" : "<\(placeholder.text): \(placeholder.keyType)>"
    }

    /// The type of this collection's keys; `nil` if this is no collection.
    var keyType: String? {
        guard case .collection(let member, let keys, _) = node else { return nil }
        return member.placeholders[keys.count].keyType
    }

    /// Returns the reason why a value doesn't fit; `nil` if it does.
    func misfit(of kind: StoredKind) -> String? {
        if let keyMisfit { return keyMisfit }
        switch (node, kind) {
        case (.value(let type?), _):
            guard !LeafType(type).allows(kind.checked) else { return nil }
            return "The schema says \(type), and this is \(kind.noun)."
        case (.type, .value), (.collection, .value):
            return "The schema has children here, and this is \(kind.noun)."
        default: return nil
        }
    }

    /// The documentation, or else the reason of the deprecation.
    var note: String? { documentation ?? deprecation.map { "Deprecated: \($0)" } }

    /// Whether a number here is a time, in milliseconds since 1970.
    var isTime: Bool {
        guard case .value(let type?) = node else { return false }
        return [.scalar(.date), .scalar(.serverTime)].contains(StoredType(type))
    }

    /// The keys of the children that a model needs.
    var requiredKeys: [String] {
        guard case .type(let type) = node, type.kind == .model else { return [] }
        return type.members.filter(schema.requires).compactMap(\.key)
    }

    /// Returns the reason why children don't fit in which some are missing; `nil` if all are there.
    static func misfit(ofMissing keys: [String]) -> String? {
        guard !keys.isEmpty else { return nil }
        let names = keys.map { Visible.quoted($0) }.joined(separator: ", ")
        return "The schema requires \(names), which \(keys.count == 1 ? "is" : "are") missing."
    }

    /// The keys of the children that the schema lists.
    var listedKeys: [String] {
        guard case .type(let type) = node else { return [] }
        return type.members.compactMap(\.key)
    }

    /// The children that the schema lists.
    var childKeys: [(key: String, type: String?)] {
        guard case .type(let type) = node else { return [] }
        return type.members.compactMap { member in member.key.map { ($0, child($0).type) } }
    }

    /// The members on the way to a child, as in `\.stats.score`; `nil` if the schema doesn't list
    /// the child.
    func keyPath(to keys: [String]) -> String? {
        var position = self
        var names: [String] = []
        for key in keys {
            guard case .type(let type) = position.node,
                let member = type.members.first(where: { $0.key.hasSameBytes(as: key) }),
                !member.isCollection
            else { return nil }
            names.append(Identifier.member(member.name))
            position = position.enter(member)
        }
        return "\\.\(names.joined(separator: "."))"
    }
}

extension Identifier {
    /// Returns a member's name as it is written after a dot.
    fileprivate static func member(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? declared(name) : name
    }
}

/// Keys in Swift.
enum SwiftKey {
    /// Returns the expression of a key: `"firechat"`, `7`, `UserID(checking: "ana")`.
    static func expression(_ key: String, type: String) -> String {
        let text = SwiftLiteral.quoted(key)
        guard isChecked(key, type: type) else { return isText(type) ? text : key }
        return "\(type)(checking: \(text))"
    }

    /// Whether the expression of a key throws if the key isn't of its type.
    static func isChecked(_ key: String, type: String) -> Bool {
        let isLiteral = isText(type) || LeafType.isInteger(type) && Int(key).map(String.init) == key
        return !isLiteral
    }

    private static func isText(_ type: String) -> Bool { ["String", "Substring"].contains(type) }

    /// Returns an expression with `try` before it.
    static func trying(_ expression: String) -> String {
        expression.hasPrefix("try ") ? expression : "try \(expression)"
    }
}
