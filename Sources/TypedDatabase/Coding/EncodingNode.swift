/// One place of a tree, while a value is encoded: what the value says about it.
final class EncodingNode {
    let context: CodingContext

    /// Where the parent is, relative to the context's place, and the key of this node there.
    private let parent: CodingTrail?
    private let key: TreeKey?
    private let depth: Int

    /// What the value said if that was a single value.
    private(set) var single: Content?

    /// What it asked for if that was a container.
    private(set) var container: Container?

    private(set) var children: [Child] = []

    /// Whether the keys of the children are in order so far.
    private(set) var isAscending = true

    /// The index of the next element of an array.
    private(set) var nextIndex = 0

    /// Those of the children that can be asked for again.
    private var nested: [TreeKey: EncodingNode] = [:]

    /// Whether the value asked for what can't be in one place together.
    private(set) var isContradictory = false

    /// Whether a key may be said twice. Then the last counts.
    var allowsRepetition = true

    /// Whether this may be a case of an enum, which has to be told from others even without values.
    var mayBeCase = false

    /// Whether the database has a place for the value at all. It has none for a ``NodeKey``.
    var isStored = true

    /// Where this node is. Made once, for all that is below.
    private(set) lazy var trail = key.map { CodingTrail(key: $0, parent: parent) }

    enum Container {
        case keyed
        case unkeyed
    }

    enum Content {
        case nothing
        case value(TreeValue)
        case serverTime
        case children(EncodingNode)
    }

    struct Child {
        let key: TreeKey
        let content: Content
    }

    /// The root.
    init(_ context: CodingContext) {
        self.context = context
        parent = nil
        key = nil
        depth = context.place.depth
    }

    private init(key: TreeKey, of node: EncodingNode) {
        context = node.context
        parent = node.trail
        self.key = key
        depth = node.depth + 1
    }
}

/// The way from the root of what is encoded to a node.
final class CodingTrail {
    let key: TreeKey
    let parent: CodingTrail?

    init(key: TreeKey, parent: CodingTrail?) {
        self.key = key
        self.parent = parent
    }

    var keys: [TreeKey] {
        (parent?.keys ?? []) + [key]
    }
}

// MARK: - What values say

extension EncodingNode {
    /// Says what all of this place is.
    func set(_ content: Content) throws {
        if single != nil || container != nil {
            throw invalid(content, "there can be only one value in one place")
        }
        single = content
    }

    /// Says that there are children here.
    func begin(_ kind: Container) {
        if single != nil || container ?? kind != kind { isContradictory = true }
        container = kind
    }

    /// Says what is at a key below.
    func set(_ content: Content, at key: TreeKey) throws {
        try check(key)
        append(Child(key: key, content: content))
    }

    func set<T: Encodable>(_ value: T, at key: TreeKey) throws {
        if let scalar = try scalar(of: value, at: key) {
            return try set(.value(scalar), at: key)
        }
        try checkDepth(of: key)
        let node = EncodingNode(key: key, of: self)
        try node.encodeOther(value)
        if node.isStored { try set(node.content, at: key) }
    }

    func takeIndex() -> TreeKey {
        defer { nextIndex += 1 }
        return TreeKey(index: nextIndex)
    }

    /// The node at a key below, to be filled in whenever its user likes.
    func nestedNode(at key: TreeKey) -> EncodingNode {
        if let node = nested[key] { return node }
        let node = EncodingNode(key: key, of: self)
        nested[key] = node
        append(Child(key: key, content: .children(node)))
        return node
    }

    private func append(_ child: Child) {
        if let last = children.last, !(last.key < child.key) { isAscending = false }
        children.append(child)
    }

    /// The container at a key below, as hand-written code asks for it, and enums do.
    func nestedContainer<Key: CodingKey>(
        _ type: Key.Type, at key: TreeKey
    ) -> KeyedEncodingContainer<Key> {
        let node = nestedNode(at: key)
        node.mayBeCase = true
        return node.container(keyedBy: type)
    }

    private var content: Content {
        container == nil ? single ?? .nothing : .children(self)
    }

    /// Throws if there can't be a child with this key.
    func check(_ key: TreeKey) throws {
        if !TreeLimits.allows(key) { throw invalid(key: key) }
        try checkDepth(of: key)
    }

    private func checkDepth(of key: TreeKey) throws {
        if depth >= TreeLimits.depth {
            throw invalid(
                key.text, "a tree can be \(TreeLimits.depth) keys deep; here it is deeper", at: key)
        }
    }
}

// MARK: - Encoder

extension EncodingNode: Encoder {
    var codingPath: [any CodingKey] {
        context.codingPath + (trail?.keys ?? []).map(TreeCodingKey.init)
    }

    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.keyed)
        return KeyedEncodingContainer(KeyedEncoding(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.unkeyed)
        return UnkeyedEncoding(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoding(node: self)
    }
}
