/// One place of a tree that a value is being encoded to.
final class EncodingNode {
    let context: CodingContext

    /// The parent's trail, relative to the context's place, and this node's key in the parent.
    private let parent: CodingTrail?
    private let key: TreeKey?
    private let depth: Int

    /// The kind of container that the value has asked for.
    private(set) var content = Content.nothing

    /// The value, if it is a single one.
    private(set) var single: TreeValue?

    /// The encoded children. Of equal keys the last wins.
    var children: [Child] = []

    /// The index of the next element of an array.
    private(set) var nextIndex = 0

    /// The nodes below that can still be encoded to.
    var nested: [TreeKey: EncodingNode] = [:]

    /// The places, relative to this one, where the engine puts its time.
    private(set) var serverTimes: [TreePlace] = []

    /// The containers below this place, relative to it, if the context asks for them.
    private var containersBelow: [(place: TreePlace, content: Content)] = []

    /// The number of values being encoded to this node, each the sole content of the one before.
    var nesting = 0

    /// The type of the innermost of these values.
    var modelType: Any.Type?

    /// Whether a model has encoded the `id` that isn't stored.
    var hasEncodedID = false

    /// Whether the value has asked for containers that exclude each other.
    private(set) var isContradictory = false

    /// Whether a key may be encoded twice.
    var allowsRepetition = true

    /// Whether this may be an enum case, which is stored even without associated values.
    private(set) var mayBeCase = false

    /// The way to this node. Made once, for all nodes below.
    private(set) lazy var trail = key.map { CodingTrail(key: $0, parent: parent) }

    /// The keys of the children that aren't written with the value.
    private lazy var separateKeys = context.separateChildren?.keys(place) ?? []

    private var place: TreePlace { context.place.appending(TreePlace(trail?.keys ?? [])) }

    enum Content {
        case nothing, single, keyed, unkeyed
    }

    /// A child. (An array of structures is copied faster than one of tuples.)
    struct Child {
        let key: TreeKey
        let value: TreeValue?
    }

    /// Makes the root.
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

/// The way from the root of the encoded value to a node.
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

// MARK: - Values

extension EncodingNode {
    /// Sets the whole value of this place.
    func set(_ value: TreeValue?) {
        begin(.single)
        single = value
    }

    /// Marks this place as the engine's time.
    func setServerTime() {
        begin(.single)
        serverTimes = [.root]
    }

    /// Sets the kind of container of this place.
    func begin(_ kind: Content) {
        if content == .nothing {
            content = kind
        } else if content != kind || kind == .single {
            isContradictory = true
        }
    }

    /// Sets the value of a child.
    func set(_ value: TreeValue?, at key: TreeKey) throws {
        try check(key)
        if !omits(key) { append(value, at: key) }
    }

    /// Encodes the value of a child.
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

    /// Returns the node for a superclass's fields, which belong to the same model.
    func superNode(at key: TreeKey) -> EncodingNode {
        let node = nestedNode(at: key)
        node.modelType = modelType
        return node
    }

    /// Returns the node of a child, which may be encoded to at any later time.
    func nestedNode(at key: TreeKey) -> EncodingNode {
        if let node = nested[key] { return node }
        let node = EncodingNode(key: key, of: self)
        nested[key] = node
        return node
    }

    /// Returns the container of a child: for hand-written code, and for enums.
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

    /// The containers at or below this place, relative to it, empty ones included.
    var containers: [(place: TreePlace, content: Content)] {
        let isContainer = content == .keyed || content == .unkeyed
        return (isContainer ? [(.root, content)] : []) + containersBelow
    }

    private func append(_ value: TreeValue?, at key: TreeKey) {
        children.append(Child(key: key, value: value))
    }

    /// Throws if a child can't have this key.
    func check(_ key: TreeKey) throws {
        do {
            try TreeLimits.check(key, in: context.place)
        } catch {
            throw invalid(key.text, error.message, at: key)
        }
        if depth >= TreeLimits.depth {
            throw invalid(key.text, TreeLimits.depthMessage, at: key)
        }
        if context.separateChildren != nil, separateKeys.contains(key) {
            throw SeparateChildren.writingError(place.appending(key))
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
