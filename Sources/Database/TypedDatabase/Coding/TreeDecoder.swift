import Foundation
import TypedPaths

/// Decodes values from trees.
///
/// ``TreeEncoder`` documents how values are stored, and which of them survive a round trip.
///
/// A missing key is decoded as a value that is stored as nothing: an empty array, set or
/// dictionary, `nil`, or a model that has only such fields. For other types,
/// `DecodingError.keyNotFound` is thrown.
///
/// A bool isn't a number, nor a number a bool. A number is read as any type that it fits into; for
/// an integer it must be integral. An array may have holes, which are skipped, but no keys other
/// than `0`, `1`, and so on.
///
/// The `codingPath` of a `DecodingError` is the whole path in the database.
public struct TreeDecoder: Sendable {
    /// The representation of dates and bytes.
    public var coding: TreeCoding

    /// The children that an engine doesn't have in values.
    var separateChildren: SeparateChildren?

    /// Makes a decoder.
    public init(_ coding: TreeCoding = TreeCoding()) {
        self.coding = coding
    }

    init(_ coding: TreeCoding, _ engine: any DatabaseEngine) {
        self.coding = coding
        separateChildren = engine.separateChildren
    }

    /// Decodes a value from a tree.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - tree: the tree at the place; `nil` if the place has no value.
    ///   - place: the place that the tree was read from, for errors.
    ///   - key: the `id` of a ``KeyIdentifiable`` model, if that isn't the last key of the place.
    ///
    /// Throws a `DecodingError` if the tree isn't a value of the type.
    public func decode<T: Decodable>(
        _ type: T.Type, from tree: TreeValue?, at place: TreePlace = .root, key: TreeKey? = nil
    ) throws -> T {
        let node = DecodingNode(
            tree, key: key ?? place.keys.last, CodingContext(coding, place, separateChildren))
        if tree != nil { return try node.decode(type) }
        let parent = TreePlace(Array(place.keys.dropLast()))
        return try DecodingNode.orKeyNotFound(
            try node.decode(type), TreeCodingKey(place.keys.last ?? ""), in: parent.codingPath)
    }
}

// MARK: - Nodes

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

// MARK: - Scalars

extension DecodingNode {
    /// Decodes a value; one that is stored as a scalar without its `init(from:)`.
    ///
    /// - Parameter key: the key of the child to decode; `nil` for this node.
    func decode<T: Decodable>(
        _ type: T.Type, from tree: TreeValue?, at key: TreeKey? = nil
    ) throws -> T {
        if type == String.self { return same(try string(tree, at: key), as: type) }
        if type == Int.self { return same(try integer(Int.self, tree, at: key), as: type) }
        if type == Bool.self { return same(try bool(tree, at: key), as: type) }
        if type == Double.self { return same(try number(Double.self, tree, at: key), as: type) }
        if type == Date.self, let date = try date(tree, at: key) { return same(date, as: type) }
        if type == URL.self { return same(try url(tree, at: key), as: type) }
        if type == Data.self, let data = try data(tree, at: key) { return same(data, as: type) }
        if type == Decimal.self { return same(try decimal(tree, at: key), as: type) }
        guard let key else { return try decodeOther(type) }
        return try child(tree, at: key).decodeOther(type)
    }

    /// Decodes a value that isn't stored as a scalar.
    private func decodeOther<T: Decodable>(_ type: T.Type) throws -> T {
        let (outer, outerHasDecodedID) = (model, hasDecodedID)
        let decodedType = context.decodedType(type)
        nesting += 1
        (model, hasDecodedID) = (decodedType, false)
        defer {
            nesting -= 1
            (model, hasDecodedID) = (outer, outerHasDecodedID)
        }
        if nesting > TreeLimits.depth {
            throw corrupted("\(T.self) decodes itself from itself, without end")
        }
        if type == Date.self, case .custom(_, let decode) = context.coding.dates {
            return same(try decode(self), as: type)
        }
        if type == Data.self, case .custom(_, let decode) = context.coding.data {
            return same(try decode(self), as: type)
        }
        if let dictionary = decodedType.dictionary { return try decode(dictionary, as: type) }
        let value = try T(from: self)
        try checkID(of: value)
        return value
    }

    private func decode<Dictionary: DecodableByKey, T>(
        _ dictionary: Dictionary.Type, as type: T.Type
    ) throws -> T {
        same(try dictionary.decodeChildren(of: self), as: type)
    }

    func bool(_ tree: TreeValue?, at key: TreeKey? = nil) throws -> Bool {
        guard case .bool(let bool)? = tree else {
            throw mismatch(Bool.self, "a bool", tree, at: key)
        }
        return bool
    }

    func string(_ tree: TreeValue?, at key: TreeKey? = nil) throws -> String {
        guard case .string(let text)? = tree else {
            throw mismatch(String.self, "a string", tree, at: key)
        }
        return text
    }

    func number<F: BinaryFloatingPoint>(
        _ type: F.Type, _ tree: TreeValue?, at key: TreeKey? = nil
    ) throws -> F {
        let number: F
        switch tree {
        case .double(let double)?: number = F(double)
        case .integer(let integer)?: number = F(integer)
        default: throw mismatch(type, "a number", tree, at: key)
        }
        guard number.isFinite else { throw unfit(type, tree, at: key) }
        return number
    }

    func integer<I: FixedWidthInteger>(
        _ type: I.Type, _ tree: TreeValue?, at key: TreeKey? = nil
    ) throws -> I {
        let number: I?
        switch tree {
        case .integer(let integer)?: number = I(exactly: integer)
        case .double(let double)?: number = I(exactly: double)
        default: throw mismatch(type, "an integer", tree, at: key)
        }
        guard let number else { throw unfit(type, tree, at: key) }
        return number
    }

    func date(milliseconds tree: TreeValue?, at key: TreeKey? = nil) throws -> Date {
        Date(timeIntervalSince1970: try number(Double.self, tree, at: key) / 1000)
    }

    /// Returns `nil` if the coding of dates is custom.
    private func date(_ tree: TreeValue?, at key: TreeKey?) throws -> Date? {
        switch context.coding.dates {
        case .millisecondsSince1970: return try date(milliseconds: tree, at: key)
        case .secondsSince1970:
            return Date(timeIntervalSince1970: try number(Double.self, tree, at: key))
        case .iso8601:
            let text = try string(tree, at: key)
            let whole = Date.ISO8601FormatStyle.iso8601
            let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            guard let date = (try? fractional.parse(text)) ?? (try? whole.parse(text)) else {
                throw corrupted(
                    "\(text.debugDescription) is no date; "
                        + "one of ISO 8601 is \"2018-05-17T09:30:00Z\"", at: key)
            }
            return date
        case .custom: return nil
        }
    }

    private func url(_ tree: TreeValue?, at key: TreeKey?) throws -> URL {
        let text = try string(tree, at: key)
        guard let url = URL(string: text) else {
            throw corrupted("\(text.debugDescription) is no URL", at: key)
        }
        return url
    }

    /// Returns `nil` if the coding of data is custom.
    private func data(_ tree: TreeValue?, at key: TreeKey?) throws -> Data? {
        guard case .base64 = context.coding.data else { return nil }
        guard let data = Data(base64Encoded: try string(tree, at: key)) else {
            throw corrupted("the string isn't base64", at: key)
        }
        return data
    }

    private func decimal(_ tree: TreeValue?, at key: TreeKey?) throws -> Decimal {
        switch tree {
        case .integer(let integer)?: return Decimal(integer)
        case .double(let double)?:
            guard let decimal = Decimal(string: "\(double)") else {
                throw unfit(Decimal.self, tree, at: key)
            }
            return decimal
        default: throw mismatch(Decimal.self, "a number", tree, at: key)
        }
    }
}

// MARK: - Errors

extension DecodingNode {
    func corrupted(_ reason: String, at key: TreeKey? = nil) -> DecodingError {
        .dataCorrupted(explanation(reason, at: key))
    }

    func missing(_ type: Any.Type, _ reason: String) -> DecodingError {
        .valueNotFound(type, explanation(reason))
    }

    func noMoreElements(_ type: Any.Type) -> DecodingError {
        missing(type, "the array has no more than \(children.count) elements")
    }

    func noElement(at key: TreeKey) -> DecodingError {
        .typeMismatch(
            [TreeValue].self,
            explanation(
                "an array has the keys 0, 1, and so on, but here is \(key.text.debugDescription)"))
    }

    /// Returns the error for another kind of value, or for none.
    func mismatch(
        _ type: Any.Type, _ expected: String, _ value: TreeValue?, at key: TreeKey? = nil
    ) -> DecodingError {
        if let value {
            let verb = if case .children = value { "are" } else { "is" }
            let name = DecodingError.name(of: type)
            let reason = "\(name) is stored as \(expected), but here \(verb) \(value.kind)"
            return .typeMismatch(type, explanation(reason, at: key))
        }
        guard let key else { return missing(type, "\(type) needs a value, but there is none") }
        return .keyNotFound(
            TreeCodingKey(key), explanation("\(type) needs a value, but there is none"))
    }

    func unfit(_ type: Any.Type, _ number: TreeValue?, at key: TreeKey?) -> DecodingError {
        corrupted("\(number.map { "\($0)" } ?? "nothing") doesn't fit into \(type)", at: key)
    }

    func notTheText(of type: Any.Type, at key: TreeKey) -> DecodingError {
        .notTheText(key.text, of: type, at: codingPath + [codingKey(key)])
    }

    private func explanation(_ reason: String, at key: TreeKey? = nil) -> DecodingError.Context {
        let path = codingPath + (key.map { [codingKey($0)] } ?? [])
        return DecodingError.Context(codingPath: path, debugDescription: reason)
    }
}

extension DecodingError {
    /// Returns the name of a type for messages. Containers are decoded as the types of their trees.
    static func name(of type: Any.Type) -> String {
        switch type {
        case is [TreeValue].Type: "an array"
        case is [TreeKey: TreeValue].Type: "a model"
        default: "\(type)"
        }
    }

    static func notTheText(
        _ text: String, of type: Any.Type, at path: [any CodingKey]
    ) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: path,
                debugDescription: "\(InvalidPathKey.unsuitable(text, type: "\(type)"))"))
    }
}

extension TreeValue {
    /// The kind of the value, for messages.
    var kind: String {
        switch self {
        case .bool: "a bool"
        case .integer, .double: "a number"
        case .string: "a string"
        case .children: "children"
        }
    }
}
