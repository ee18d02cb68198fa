/// One place of a tree that a value is being decoded from.
final class DecodingNode {
    let context: CodingContext
    let value: TreeValue?
    let children: TreeChildren

    /// The key of the model that is decoded from this node.
    let nodeKey: TreeKey?

    let parent: DecodingNode?

    /// The key of this node in its parent.
    private let key: TreeKey?
    private let depth: Int

    /// The number of values being decoded from this node, each the sole content of the one before.
    var nesting = 0

    /// The type of the innermost of these values.
    var model: DecodedType?

    /// Whether a value has asked for children by key.
    private(set) var hasFields = false

    /// Whether a value has asked for elements.
    private var isArray = false

    /// Whether the node's key has been decoded as the model's `id`.
    var hasDecodedID = false

    /// The keys of the children that aren't part of the value.
    private lazy var separateKeys = context.separateChildren?.keys(place) ?? []

    private var place: TreePlace {
        let above = parent?.place ?? context.place
        return key.map(above.appending) ?? above
    }

    /// Makes the root.
    init(_ value: TreeValue?, key: TreeKey?, _ context: CodingContext) {
        self.context = context
        self.value = value
        children = value?.children ?? TreeChildren()
        self.key = nil
        nodeKey = key
        parent = nil
        depth = context.place.depth
    }

    /// Makes the root for a child of the context's place.
    init(_ value: TreeValue, childKey key: TreeKey, _ context: CodingContext) {
        self.context = context
        self.value = value
        children = value.children
        self.key = key
        nodeKey = key
        parent = nil
        depth = context.place.depth + 1
    }

    private init(_ value: TreeValue?, key: TreeKey, nodeKey: TreeKey?, of parent: DecodingNode) {
        context = parent.context
        self.value = value
        children = value?.children ?? TreeChildren()
        self.key = key
        self.nodeKey = nodeKey
        self.parent = parent
        depth = parent.depth + 1
    }

    func child(_ value: TreeValue?, at key: TreeKey) throws -> DecodingNode {
        try child(value, at: key, nodeKey: key)
    }

    /// Returns the node with a superclass's fields, which belong to the same model.
    func superNode(_ value: TreeValue?, at key: TreeKey) throws -> DecodingNode {
        let node = try child(value, at: key, nodeKey: nodeKey)
        node.model = model
        return node
    }

    private func child(
        _ value: TreeValue?, at key: TreeKey, nodeKey: TreeKey?
    ) throws -> DecodingNode {
        if depth >= TreeLimits.depth {
            throw corrupted(TreeLimits.depthMessage, at: key)
        }
        return DecodingNode(value, key: key, nodeKey: nodeKey, of: self)
    }
}

// MARK: - Decoding

extension DecodingNode {
    /// Whether a child isn't part of the value, but at its own place only.
    func isSeparate(_ key: TreeKey) -> Bool {
        context.separateChildren != nil && separateKeys.contains(key)
    }

    /// Returns the value of a child that a type asks for. Throws if it isn't part of this value.
    func value(at key: TreeKey) throws -> TreeValue? {
        if isSeparate(key) { throw SeparateChildren.readingError(place.appending(key)) }
        return children[key]
    }

    /// Decodes this node's value.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decode(type, from: value)
    }

    /// Decodes a type that is stored as nothing, at a key without a value.
    func decodeNothing<T: Decodable>(_ type: T.Type, at key: TreeKey) throws -> T {
        try Self.orKeyNotFound(
            try child(nil, at: key).decode(type), TreeCodingKey(key), in: codingPath)
    }

    /// Replaces the errors of decoding nothing by `keyNotFound`.
    static func orKeyNotFound<T>(
        _ value: @autoclosure () throws -> T, _ key: TreeCodingKey, in path: [any CodingKey]
    ) throws -> T {
        do {
            return try value()
        } catch DecodingError.keyNotFound, DecodingError.valueNotFound, DecodingError.typeMismatch {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: path,
                    debugDescription: "\(T.self) needs a value, but there is none"))
        }
    }

    /// Throws if a type that is stored as children finds a scalar.
    func checkChildren(_ type: Any.Type) throws {
        switch value {
        case .children?, nil: break
        case let value?: throw mismatch(type, "children", value)
        }
    }
}

// MARK: - Decoder

extension DecodingNode: Decoder {
    var codingPath: [any CodingKey] {
        guard let key else { return context.codingPath }
        return (parent?.codingPath ?? context.codingPath) + [codingKey(key, in: parent)]
    }

    /// Returns the coding key of a child.
    func codingKey(_ key: TreeKey) -> TreeCodingKey { codingKey(key, in: self) }

    private func codingKey(_ key: TreeKey, in parent: DecodingNode?) -> TreeCodingKey {
        TreeCodingKey(
            key, isElement: parent.map { $0.isArray || $0.model?.dictionary != nil } ?? false)
    }

    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try checkChildren([TreeKey: TreeValue].self)
        hasFields = true
        return KeyedDecodingContainer(KeyedDecoding(node: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkChildren([TreeValue].self)
        isArray = true
        return UnkeyedDecoding(node: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueDecoding(node: self)
    }
}
