// The containers of ``EncodingNode`` and ``DecodingNode``. `Codable` requires a function for each type
// of integer and of other numbers; all work is the nodes'.

// MARK: - Encoding

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

// MARK: - Decoding

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: DecodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    var allKeys: [Key] {
        node.children.compactMap { Key(stringValue: $0.key.text) }
    }

    func contains(_ key: Key) -> Bool {
        let key = TreeKey(key)
        return node.isID(key) || node.children[key] != nil || node.isSeparate(key)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        if !contains(key) { return true }
        let key = TreeKey(key)
        return try !node.isID(key) && node.value(at: key) == nil
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        let key = TreeKey(key)
        return try node.bool(node.value(at: key), at: key)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let key = TreeKey(key)
        if node.isID(key) { return try node.decodeID(type) }
        return try node.string(node.value(at: key), at: key)
    }

    // The most frequent numbers have functions of their own, which aren't generic.

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        let key = TreeKey(key)
        return try node.number(type, node.value(at: key), at: key)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        let key = TreeKey(key)
        if node.isID(key) { return try node.decodeID(type) }
        return try node.integer(type, node.value(at: key), at: key)
    }

    func decode<F: BinaryFloatingPoint & Decodable>(_ type: F.Type, forKey key: Key) throws -> F {
        let key = TreeKey(key)
        return try node.number(type, node.value(at: key), at: key)
    }

    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
        let key = TreeKey(key)
        if node.isID(key) { return try node.decodeID(type) }
        return try node.integer(type, node.value(at: key), at: key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let key = TreeKey(key)
        if node.isID(key) { return try node.decodeID(type) }
        guard let child = try node.value(at: key) else {
            return try node.decodeNothing(type, at: key)
        }
        return try node.decode(type, from: child, at: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let key = TreeKey(key)
        let child = try node.value(at: key)
        // An enum case without associated values is stored as true.
        return try node.child(child == true ? nil : child, at: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let key = TreeKey(key)
        return try node.child(node.value(at: key), at: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try node.superNode(node.value(at: "super"), at: "super")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let key = TreeKey(key)
        return try node.superNode(node.value(at: key), at: key)
    }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let node: DecodingNode
    private var rest: TreeChildren.Iterator
    private var element: TreeChildren.Element?

    /// The number of decoded elements. With holes before it, an element's own index is larger.
    private(set) var currentIndex = 0

    init(node: DecodingNode) {
        self.node = node
        rest = node.children.makeIterator()
        element = rest.next()
    }

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int? { node.children.count }
    var isAtEnd: Bool { element == nil }

    /// Returns `false`: a tree has no elements that are nil.
    mutating func decodeNil() throws -> Bool {
        if isAtEnd { throw node.noMoreElements(Never?.self) }
        return false
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try next(type) { try $0.bool($2, at: $1) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        try next(type) { try $0.string($2, at: $1) }
    }

    mutating func decode<F: BinaryFloatingPoint & Decodable>(_ type: F.Type) throws -> F {
        try next(type) { try $0.number(type, $2, at: $1) }
    }

    mutating func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
        try next(type) { try $0.integer(type, $2, at: $1) }
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next(type) { try $0.decode(type, from: $2, at: $1) }
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        isAtEnd ? nil : try decode(type)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nextNode().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nextNode().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        try nextNode()
    }

    private mutating func nextNode() throws -> DecodingNode {
        try next(Any.self) { try $0.child($2, at: $1) }
    }

    /// Decodes the next element. After an error, the same element is the next one again.
    private mutating func next<T>(
        _ type: Any.Type, _ decode: (DecodingNode, TreeKey, TreeValue) throws -> T
    ) throws -> T {
        guard let (key, value) = element else { throw node.noMoreElements(type) }
        guard key.isIndex else { throw node.noElement(at: key) }
        let decoded = try decode(node, key, value)
        element = rest.next()
        currentIndex += 1
        return decoded
    }
}

struct SingleValueDecoding: SingleValueDecodingContainer {
    let node: DecodingNode

    var codingPath: [any CodingKey] { node.codingPath }

    func decodeNil() -> Bool { node.value == nil }

    func decode(_ type: Bool.Type) throws -> Bool {
        try node.bool(node.value)
    }

    func decode(_ type: String.Type) throws -> String {
        try node.string(node.value)
    }

    func decode<F: BinaryFloatingPoint & Decodable>(_ type: F.Type) throws -> F {
        try node.number(type, node.value)
    }

    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
        try node.integer(type, node.value)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try node.decode(type)
    }
}

// MARK: - Optional values

// Without these overloads, the standard library's are called, which skip nil and look up each key
// three times. Its overloads are per type, so that a generic one doesn't take precedence.

extension KeyedEncoding {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        try encodeOptional(value, forKey: key)
    }

    private func encodeOptional(_ value: (some Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}

extension KeyedDecoding {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try decodeOptional(type, forKey: key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try decodeOptional(type, forKey: key)
    }

    private func decodeOptional<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let key = TreeKey(key)
        if node.isID(key) { return try node.decodeID(type) }
        guard let child = try node.value(at: key) else { return nil }
        return try node.decode(type, from: child, at: key)
    }
}
