import Foundation
import PathCodegen
import PathSchema
import SecurityRules
import TypedDatabase

/// A place in a schema: its type, and the Swift expression of its path.
struct SchemaPosition {
    private enum Node {
        case type(ElementType)
        /// A collection, after some of its keys.
        case collection(Member, keys: [String], parent: String?)
        /// A value of a Swift type. `nil` inside of a value of one of the app's types.
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

// MARK: - Queries in Swift

/// The Swift call of a query.
struct SwiftQuery {
    let position: SchemaPosition
    let selection: TreeSelection

    /// The call, as in `database.children(of: Path().players).ordered(by: \.score).last(50)`;
    /// `nil` if the place is no collection of the schema, or a bound can't be written.
    var text: String? {
        guard let path = position.swift, let keyType = position.keyType else { return nil }
        var isChecked = path.hasPrefix("try ")
        var text = "database.children(of: \(isChecked ? String(path.dropFirst(4)) : path))"
        switch selection.order {
        case .key: break
        case .value:
            guard areBounds(of: position.child("").type) else { return nil }
            text += ".orderedByValue()"
        case .child(let place):
            let keys = place.keys.map(\.text)
            let element = position.child("")
            if let keyPath = element.keyPath(to: keys), areBounds(of: element.descendant(keys).type)
            {
                text += ".ordered(by: \(keyPath))"
            } else {
                guard areBounds(of: nil) else { return nil }
                text += ".ordered(byChild: \(SwiftLiteral.quoted(place.description)))"
            }
        }
        if let lower = selection.lower, lower == selection.upper, lower.isInclusive {
            guard let value = expression(lower.position, keyType, &isChecked) else { return nil }
            text += ".equal(to: \(value))"
        } else {
            for (bound, names) in [
                (selection.lower, ("starting(at:", "starting(after:")),
                (selection.upper, ("ending(at:", "ending(before:")),
            ] {
                guard let bound else { continue }
                guard let value = expression(bound.position, keyType, &isChecked) else {
                    return nil
                }
                text += ".\(bound.isInclusive ? names.0 : names.1) \(value))"
            }
        }
        switch selection.limit {
        case nil: break
        case .first(let count)?: text += ".first(\(count))"
        case .last(let count)?: text += ".last(\(count))"
        }
        return isChecked ? SwiftKey.trying(text) : text
    }

    /// Whether literals of the bounds can be values of a type; of any scalar for `nil`.
    private func areBounds(of type: String?) -> Bool {
        [selection.lower, selection.upper].allSatisfy { bound in
            guard case .value(let value, _)? = bound?.position else { return true }
            guard let type else { return value != nil }
            let scalar = Scalar(typeName: type.hasSuffix("?") ? String(type.dropLast()) : type)
            return switch (value, scalar) {
            case (nil, _): type.hasSuffix("?")
            case (.string?, .string), (.bool?, .bool), (.double?, .double): true
            case (.integer?, .integer), (.integer?, .double): true
            default: false
            }
        }
    }

    private func expression(
        _ position: TreePosition, _ keyType: String, _ isChecked: inout Bool
    ) -> String? {
        switch position {
        case .key(let key):
            isChecked = isChecked || SwiftKey.isChecked(key.text, type: keyType)
            return SwiftKey.expression(key.text, type: keyType)
        case .value(nil, nil): return "nil"
        case .value(.string(let text)?, nil): return SwiftLiteral.quoted(text)
        case .value(let value?, nil):
            return String(decoding: JSONWriter.bytes(value), as: UTF8.self)
        case .value(_, _?): return nil
        }
    }
}

// MARK: - Stored values

/// A kind of stored value, as far as types are concerned.
enum StoredKind {
    case value(DataCheck.Value)
    case children

    init(_ value: TreeValue) {
        switch value {
        case .string: self = .value(.string)
        case .bool: self = .value(.bool)
        case .integer: self = .value(.integer)
        case .double(let number):
            self = .value(number == number.rounded() ? .integer : .fraction)
        case .children: self = .children
        }
    }

    /// The kind as the check of a type takes it; `nil` for children.
    var checked: DataCheck.Value? {
        if case .value(let value) = self { value } else { nil }
    }

    var noun: String {
        switch self {
        case .value(.string): "a string"
        case .value(.integer): "a number"
        case .value(.fraction): "a fraction"
        case .value(.bool): "a bool"
        case .children: "children"
        }
    }
}

// MARK: - Files

/// The schema of the data, from its files.
enum SchemaFile {
    static func schema(of paths: [String]) throws(SchemaFileError) -> Schema? {
        guard !paths.isEmpty else { return nil }
        let sources = try paths.map { path throws(SchemaFileError) in
            do {
                let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
                return SourceText(name: path, utf8: bytes)
            } catch {
                throw SchemaFileError(
                    "can't read the schema \(path): \(error.localizedDescription)")
            }
        }
        let result = SchemaCompiler.compile(sources)
        if let schema = result.schema { return schema }
        let formatter = TextDiagnosticFormatter(sources: sources)
        let errors = result.diagnostics.inDocumentOrder.prefix(20).map(formatter.format)
        throw SchemaFileError("can't use the schema:\n\(errors.joined())")
    }
}

/// The reason why a schema can't be used.
public struct SchemaFileError: DescribedError, Sendable {
    /// The reason, with the schema's errors and their places.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
