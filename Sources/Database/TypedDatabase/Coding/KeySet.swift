import TypedPaths

/// A set of keys, which a database stores as `{ "u1": true, "u2": true }`.
///
/// Indexes have this shape: one member can be added or removed by itself, and its place says
/// whether it is in the set.
///
/// ```swift
/// struct Room: Codable {
///     var name: String
///     var members: KeySet<UserID> = []
/// }
/// ```
///
/// A child that is `false` isn't a member. The members are in the database's order. They are told
/// apart by the bytes of their texts, as keys are.
///
/// Other coders, such as `JSONEncoder`, store it as an array of the texts.
public struct KeySet<Key: PathKey> {
    /// The members, in the order of their keys.
    private var members = SortedTree<TreeKey, Key>()

    /// An empty set.
    public init() {}

    /// Makes a set of the keys of a sequence, in any order.
    public init(_ keys: some Sequence<Key>) {
        for key in keys { insert(key) }
    }
}

extension KeySet: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }
    /// Whether the set has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The member at a position, in the database's order.
    public subscript(position: Int) -> Key { members[offset: position].value }
}

extension KeySet: Equatable, Hashable {
    public static func == (a: KeySet, b: KeySet) -> Bool {
        a.members.elementsEqual(b.members) { $0.key == $1.key }
    }

    public func hash(into hasher: inout Hasher) {
        for member in members { hasher.combine(member.key) }
    }
}

extension KeySet: SetAlgebra {
    /// Returns whether a key is a member, in logarithmic time.
    public func contains(_ key: Key) -> Bool {
        members[TreeKey(key.pathKey)] != nil
    }

    /// Inserts a key. Returns whether it is new, and the member afterwards.
    @discardableResult
    public mutating func insert(_ key: Key) -> (inserted: Bool, memberAfterInsert: Key) {
        let treeKey = TreeKey(key.pathKey)
        if let member = members[treeKey] { return (false, member) }
        members.set(key, for: treeKey)
        return (true, key)
    }

    /// Removes a key. Returns it, or `nil` if it isn't a member.
    @discardableResult
    public mutating func remove(_ key: Key) -> Key? {
        members.remove(TreeKey(key.pathKey))
    }

    /// Inserts a key, replacing an equal member, which is returned.
    @discardableResult
    public mutating func update(with key: Key) -> Key? {
        members.set(key, for: TreeKey(key.pathKey))
    }

    /// Returns the keys that are members of either set.
    public func union(_ other: KeySet) -> KeySet {
        KeySet(Array(self) + Array(other))
    }

    /// Returns the keys that are members of both sets.
    public func intersection(_ other: KeySet) -> KeySet {
        KeySet(filter(other.contains))
    }

    /// Returns the keys that are members of exactly one of the sets.
    public func symmetricDifference(_ other: KeySet) -> KeySet {
        KeySet(filter { !other.contains($0) } + other.filter { !contains($0) })
    }

    /// Inserts the members of another set.
    public mutating func formUnion(_ other: KeySet) {
        self = union(other)
    }

    /// Removes the members that another set lacks.
    public mutating func formIntersection(_ other: KeySet) {
        self = intersection(other)
    }

    /// Removes the members that another set has, and inserts its others.
    public mutating func formSymmetricDifference(_ other: KeySet) {
        self = symmetricDifference(other)
    }
}

extension KeySet: Sendable where Key: Sendable {}

extension KeySet: CustomStringConvertible {
    public var description: String { Array(self).description }
}

extension KeySet: Encodable {
    public func encode(to encoder: any Encoder) throws {
        guard let node = encoder as? EncodingNode else {
            return try map(\.pathKey).encode(to: encoder)
        }
        node.begin(.keyed)
        for member in members { try node.set(true, at: member.key) }
    }
}

extension KeySet: Decodable {
    public init(from decoder: any Decoder) throws {
        if let node = decoder as? DecodingNode {
            self.init(try Self.keys(of: node))
        } else {
            self.init(try Self.keys(of: decoder))
        }
    }

    private static func keys(of node: DecodingNode) throws -> [Key] {
        try node.checkChildren(Self.self)
        return try node.children
            .filter { try node.bool($0.value, at: $0.key) }
            .map { member, _ in
                guard let key = try? Key(checking: member.text) else {
                    throw node.notTheText(of: Key.self, at: member)
                }
                return key
            }
    }

    private static func keys(of decoder: any Decoder) throws -> [Key] {
        try [String](from: decoder).map { text in
            guard let key = try? Key(checking: text) else {
                throw DecodingError.notTheText(text, of: Key.self, at: decoder.codingPath)
            }
            return key
        }
    }
}
