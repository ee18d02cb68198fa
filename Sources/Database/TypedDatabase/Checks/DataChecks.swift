import TypedPaths

/// The patterns of a schema with the types of their values, against which
/// ``TreeDatabase/check(_:progress:)`` checks what is stored.
///
/// ```swift
/// let report = try await database.check(Root.checks)
/// ```
///
/// `generate-paths --emit checks` makes `Root.checks` from a schema. By hand:
///
/// ```swift
/// var checks = DataChecks()
/// checks.add("players/<playerId>", Player.self)
/// checks.add("rooms/<roomId>/name", String.self)
/// ```
///
/// The values' types keep their isolation, so checks of an app that is isolated to the main actor
/// stay there.
public struct DataChecks {
    private(set) var entries: [Entry] = []

    enum Entry {
        case type(CheckedType, pattern: String)
        case keyType(CheckedKeyType, pattern: String)
        case same(pattern: String, other: String)
    }

    /// Makes an empty list: all data is unknown to it.
    public init() {}

    /// Adds the type of the values at a pattern.
    ///
    /// - Parameters:
    ///   - pattern: keys, joined by `/`. One in angle brackets stands for any key that no sibling has.
    ///   - type: the type as which values are decoded.
    public mutating func add<Value: Decodable>(_ pattern: String, _ type: Value.Type) {
        entries.append(.type(CheckedType(type), pattern: pattern))
    }

    /// Adds values that can't be checked, since their type isn't `Decodable`.
    @_disfavoredOverload
    public mutating func add<Value>(_ pattern: String, _ type: Value.Type) {
        entries.append(.type(CheckedType(unchecked: "\(type)"), pattern: pattern))
    }

    /// Adds the type of the keys that the last placeholder of a pattern stands for.
    ///
    /// ```swift
    /// checks.addKeys("users/<userId: UserID>", UserID.self)
    /// ```
    public mutating func addKeys<Key: PathKey>(_ pattern: String, _ type: Key.Type) {
        let keyType = CheckedKeyType(
            name: "\(type)", isKey: { Key(pathKey: $0)?.pathKey == $0 })
        entries.append(.keyType(keyType, pattern: pattern))
    }

    /// Adds a pattern whose values have the shape of another one, which may contain this one.
    ///
    /// ```swift
    /// checks.addSame("comments/<commentId>/replies/<replyId>", as: "comments/<commentId>")
    /// ```
    ///
    /// Problems there are reported at the other pattern.
    public mutating func addSame(_ pattern: String, as other: String) {
        entries.append(.same(pattern: pattern, other: other))
    }
}

// MARK: - The tree of patterns

/// A node of the tree of all patterns. Trees that recur make it a graph.
final class CheckedNode {
    let pattern: String
    /// The type of the values; `nil` for a node that only has children.
    var type: CheckedType?
    /// The type of the keys that a placeholder stands for; `nil` for any text.
    var keyType: CheckedKeyType?
    /// The children with keys of their own.
    private(set) var children: [TreeKey: CheckedNode] = [:]
    /// The child that stands for all other keys.
    private(set) var placeholder: CheckedNode?
    /// Whether the node is read child by child, since it has no value of its own and contains a
    /// collection.
    private(set) lazy var isReadInParts: Bool = {
        var seen: Set<ObjectIdentifier> = []
        return hasCollection(&seen)
    }()

    init(pattern: String) {
        self.pattern = pattern
    }

    /// Returns the child of a pattern's key, and inserts it if it is missing.
    func child(_ key: String) -> CheckedNode {
        let isPlaceholder = Self.isPlaceholder(key)
        if let child = isPlaceholder ? placeholder : children[TreeKey(key)] { return child }
        let child = CheckedNode(pattern: pattern(of: key))
        set(child, for: key)
        return child
    }

    func set(_ child: CheckedNode, for key: String) {
        if Self.isPlaceholder(key) {
            placeholder = child
        } else {
            children[TreeKey(key)] = child
        }
    }

    /// Returns the node of a stored key; `nil` if the schema has none.
    func child(for key: TreeKey) -> CheckedNode? { children[key] ?? placeholder }

    /// Returns the pattern of a child.
    func pattern(of key: String) -> String { pattern.isEmpty ? key : "\(pattern)/\(key)" }

    private static func isPlaceholder(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "<") }
}

extension CheckedNode {
    /// Whether the schema has nothing below the node.
    var isLeaf: Bool { children.isEmpty && placeholder == nil }

    /// Whether the node is a collection of elements that are read as a whole, many at a time.
    var hasShallowElements: Bool {
        children.isEmpty && placeholder.map { !$0.isReadInParts } ?? true
    }

    private func hasCollection(_ seen: inout Set<ObjectIdentifier>) -> Bool {
        guard type == nil, seen.insert(ObjectIdentifier(self)).inserted else { return false }
        return placeholder != nil || children.values.contains { $0.hasCollection(&seen) }
    }

    /// Returns the tree of all patterns of some checks.
    static func tree(of checks: DataChecks) -> CheckedNode {
        let root = CheckedNode(pattern: "")
        for entry in checks.entries {
            switch entry {
            case .type(let type, let pattern): root.node(at: pattern).type = type
            case .keyType(let type, let pattern): root.node(at: pattern).keyType = type
            case .same(let pattern, let other):
                let keys = keys(of: pattern)
                guard let last = keys.last else { continue }
                keys.dropLast().reduce(root) { $0.child($1) }.set(root.node(at: other), for: last)
            }
        }
        return root
    }

    private func node(at pattern: String) -> CheckedNode {
        Self.keys(of: pattern).reduce(self) { $0.child($1) }
    }

    private static func keys(of pattern: String) -> [String] {
        TreePlace(slashSeparated: pattern).keys.map(\.text)
    }
}

/// The type of the values at a pattern.
struct CheckedType {
    let name: String
    /// Decodes a value, only to see that it can be; `nil` for a type that isn't `Decodable`.
    let decode: ((TreeValue, TreePlace, TreeDecoder) throws -> Void)?

    init<Value: Decodable>(_ type: Value.Type) {
        name = "\(type)"
        decode = { tree, place, decoder in
            _ = try decoder.decode(type, from: tree, at: place)
        }
    }

    init(unchecked name: String) {
        self.name = name
        decode = nil
    }
}

/// The type of a placeholder's keys.
struct CheckedKeyType {
    let name: String
    /// Whether a text is a key of this type.
    let isKey: (String) -> Bool
}
