// `Codable` requires a function for each type of integer and of other numbers.

struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) throws {
        try node.set(nil, at: TreeKey(key))
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try node.set(.bool(value), at: TreeKey(key))
    }

    func encode(_ value: String, forKey key: Key) throws {
        let key = TreeKey(key)
        try node.set(node.string(value, at: key), at: key)
    }

    func encode(_ value: some BinaryFloatingPoint & Encodable, forKey key: Key) throws {
        let key = TreeKey(key)
        try node.set(node.number(Double(value), at: key), at: key)
    }

    func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) throws {
        let key = TreeKey(key)
        try node.set(node.integer(value, at: key), at: key)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.encode(value, at: TreeKey(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        node.nestedContainer(keyType, at: TreeKey(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.nestedNode(at: TreeKey(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.superNode(at: "super")
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        node.superNode(at: TreeKey(key))
    }
}

struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.nextIndex }

    func encodeNil() throws {
        try node.set(nil, at: node.takeIndex())
    }

    func encode(_ value: Bool) throws {
        try node.set(.bool(value), at: node.takeIndex())
    }

    func encode(_ value: String) throws {
        let key = node.takeIndex()
        try node.set(node.string(value, at: key), at: key)
    }

    func encode(_ value: some BinaryFloatingPoint & Encodable) throws {
        let key = node.takeIndex()
        try node.set(node.number(Double(value), at: key), at: key)
    }

    func encode(_ value: some FixedWidthInteger & Encodable) throws {
        let key = node.takeIndex()
        try node.set(node.integer(value, at: key), at: key)
    }

    func encode(_ value: some Encodable) throws {
        try node.encode(value, at: node.takeIndex())
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        node.nestedContainer(keyType, at: node.takeIndex())
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        node.nestedNode(at: node.takeIndex()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        node.nestedNode(at: node.takeIndex())
    }
}

struct SingleValueEncoding: SingleValueEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil() throws {
        node.set(nil)
    }

    func encode(_ value: Bool) throws {
        node.set(.bool(value))
    }

    func encode(_ value: String) throws {
        node.set(try node.string(value))
    }

    func encode(_ value: some BinaryFloatingPoint & Encodable) throws {
        node.set(try node.number(Double(value)))
    }

    func encode(_ value: some FixedWidthInteger & Encodable) throws {
        node.set(try node.integer(value))
    }

    func encode(_ value: some Encodable) throws {
        try node.encode(value)
    }
}
