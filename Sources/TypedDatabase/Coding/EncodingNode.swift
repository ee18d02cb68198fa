/// One place of a tree, while a value is encoded: what the value says about it.
final class EncodingNode {
    let context: CodingContext

    /// Where the parent is, relative to the context's place, and the key of this node there.
    private let parent: CodingTrail?
    private let key: TreeKey?
    private let depth: Int

    /// What the value has asked for.
    private(set) var content = Content.nothing

    /// What it said if that was a single value.
    private(set) var single: TreeValue?

    /// What it said about places below. Of one that is in it twice, the last counts.
    var children: [Child] = []

    /// The index of the next element of an array.
    private(set) var nextIndex = 0

    /// Those below that can still say something.
    var nested: [TreeKey: EncodingNode] = [:]

    /// Where the engine is to put its time, relative to this place.
    private(set) var serverTimes: [TreePlace] = []

    /// Where there are containers below this place, relative to it, if the context asks for them.
    private var containersBelow: [(place: TreePlace, content: Content)] = []

    /// How many values are being encoded here, one as the only thing in another.
    var nesting = 0

    /// The type of the innermost of them.
    var modelType: Any.Type?

    /// Whether a model has encoded the `id` that isn't stored.
    var hasEncodedID = false

    /// Whether the value asked for what can't be in one place together.
    private(set) var isContradictory = false

    /// Whether a key may be said twice.
    var allowsRepetition = true

    /// Whether this may be a case of an enum, which has to be told from others even without values.
    private(set) var mayBeCase = false

    /// Where this node is. Made once, for all that is below.
    private(set) lazy var trail = key.map { CodingTrail(key: $0, parent: parent) }

    enum Content {
        case nothing, single, keyed, unkeyed
    }

    /// What is at a key below. (An array of structures is copied faster than one of tuples.)
    struct Child {
        let key: TreeKey
        let value: TreeValue?
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
    func set(_ value: TreeValue?) {
        begin(.single)
        single = value
    }

    /// Says that all of this place is the engine's time.
    func setServerTime() {
        begin(.single)
        serverTimes = [.root]
    }

    /// Says what kind of value is here.
    func begin(_ kind: Content) {
        if content == .nothing {
            content = kind
        } else if content != kind || kind == .single {
            isContradictory = true
        }
    }

    /// Says what is at a key below.
    func set(_ value: TreeValue?, at key: TreeKey) throws {
        try check(key)
        if !omits(key) { append(value, at: key) }
    }

    /// Says what is at a key below.
    func encode<T: Encodable>(_ value: T, at key: TreeKey) throws {
        try check(key)
        if omits(key) { return }
        if let scalar = try scalar(of: value, at: key) { return append(scalar, at: key) }
        let node = EncodingNode(key: key, of: self)
        try node.encodeOther(value)
        try append(node, at: key)
    }

    func takeIndex() -> TreeKey {
        defer { nextIndex += 1 }
        return TreeKey(index: nextIndex)
    }

    /// The node of a superclass, whose fields are of the same model.
    func superNode(at key: TreeKey) -> EncodingNode {
        let node = nestedNode(at: key)
        node.modelType = modelType
        return node
    }

    /// The node at a key below, to be filled in whenever its user likes.
    func nestedNode(at key: TreeKey) -> EncodingNode {
        if let node = nested[key] { return node }
        let node = EncodingNode(key: key, of: self)
        nested[key] = node
        return node
    }

    /// The container at a key below, as hand-written code asks for it, and enums do.
    func nestedContainer<Key: CodingKey>(
        _ type: Key.Type, at key: TreeKey
    ) -> KeyedEncodingContainer<Key> {
        let node = nestedNode(at: key)
        node.mayBeCase = true
        return node.container(keyedBy: type)
    }

    func append(_ node: EncodingNode, at key: TreeKey) throws {
        append(try node.tree(), at: key)
        for place in node.serverTimes {
            serverTimes.append(TreePlace([key] + place.keys))
        }
        if context.findsContainers {
            containersBelow += node.containers.map {
                (TreePlace([key] + $0.place.keys), $0.content)
            }
        }
    }

    /// Where there are containers at or below this place, relative to it, empty ones as well.
    var containers: [(place: TreePlace, content: Content)] {
        let isContainer = content == .keyed || content == .unkeyed
        return (isContainer ? [(.root, content)] : []) + containersBelow
    }

    private func append(_ value: TreeValue?, at key: TreeKey) {
        children.append(Child(key: key, value: value))
    }

    /// Throws if there can't be a child with this key.
    func check(_ key: TreeKey) throws {
        do {
            try TreeLimits.check(key, in: context.place)
        } catch {
            throw invalid(key.text, error.message, at: key)
        }
        if depth >= TreeLimits.depth {
            throw invalid(key.text, TreeLimits.depthMessage, at: key)
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
