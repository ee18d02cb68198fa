/// One place of a tree, while a value is decoded from it.
final class DecodingNode {
    let context: CodingContext
    let value: TreeValue?
    let children: TreeChildren

    /// The key of the model that is decoded here.
    let nodeKey: TreeKey?

    let parent: DecodingNode?

    /// The key of this node in its parent.
    private let key: TreeKey?
    private let depth: Int

    /// How many values are being decoded here, one as the only thing in another.
    var nesting = 0

    /// The type of the innermost of them.
    var modelType: Any.Type?

    /// Whether a value has asked for children by key.
    private(set) var hasFields = false

    /// The root.
    init(_ value: TreeValue?, key: TreeKey?, _ context: CodingContext) {
        self.context = context
        self.value = value
        children = value?.children ?? TreeChildren()
        self.key = nil
        nodeKey = key
        parent = nil
        depth = context.place.depth
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

    /// Where the fields of a superclass are. They are of the same model.
    func superNode(_ value: TreeValue?, at key: TreeKey) throws -> DecodingNode {
        let node = try child(value, at: key, nodeKey: nodeKey)
        node.modelType = modelType
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
    /// Decodes what is here.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try scalar(type, from: value) ?? decodeOther(type)
    }

    /// Decodes what is at a key below.
    func decode<T: Decodable>(
        _ type: T.Type, from value: TreeValue, at key: TreeKey
    ) throws -> T {
        try scalar(type, from: value, at: key) ?? child(value, at: key).decodeOther(type)
    }

    /// Decodes a type that nothing is stored of, which is what there is at a key below.
    func decodeNothing<T: Decodable>(_ type: T.Type, at key: TreeKey) throws -> T {
        try Self.orKeyNotFound(
            try child(nil, at: key).decode(type), TreeCodingKey(key), in: codingPath)
    }

    /// The error that a type is missed, in place of what is wrong with nothing.
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

    /// Throws for a type that is stored as children if there is something else.
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
        guard let parent, let key else { return context.codingPath }
        return parent.codingPath + [TreeCodingKey(key)]
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
        return UnkeyedDecoding(node: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueDecoding(node: self)
    }
}
