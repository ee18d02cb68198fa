import Foundation

/// Encodes values as trees.
///
/// ```swift
/// struct Message: Codable, KeyIdentifiable {
///     var id = MessageID.unsaved
///     var author: UserID
///     var tags: [String] = []
///     var sentAt = ServerTime.pending
/// }
///
/// try TreeEncoder().encode(Message(author: ana, tags: ["swift"]))
/// // value: {"author": "ana", "tags": {"0": "swift"}}, server times: sentAt
/// ```
///
/// Structures and classes are children by key, arrays are children with the keys 0, 1, and so on. A
/// dictionary is children by its keys if these are strings or integers, have raw values that are,
/// or are `PathKey` or `CodingKeyRepresentable`. ``TreeCoding`` says how dates and data are
/// stored. A case of an enum is `{"name": {"value": 1}}`, and `{"name": true}` if there is nothing
/// in it. A `URL` and a `UUID` are strings. A `Decimal` is a number, and keeps 15 digits, or 18 if
/// it is an integer.
///
/// # Round trips
///
/// ``TreeDecoder`` gives back what was encoded, up to what a tree can't tell apart:
///
/// - Nothing is stored of `nil`, of an empty array, set or dictionary, and of a model all of whose
///   fields are such. Where the type has a value that is stored as nothing, that comes back. So
///   `[]` comes back as `[]` from `[String]`, but as `nil` from `[String]?`.
/// - An element of which nothing is stored is lost: `[[1], [], [2]]` comes back as `[[1], [2]]`,
///   and `["a": []]` as `[:]`. The others keep their keys: `[1, nil, 2]` is stored as
///   `{"0": 1, "2": 2}`, and comes back as `[1, 2]`.
/// - A set that isn't a ``KeySet`` is an array, whose order differs from time to time.
/// - A date comes back to the millisecond, or to what ``TreeCoding/dates`` says.
/// - `-0.0` comes back as `0.0`, and a relative `URL` as its absolute one.
///
/// Strings are stored to the byte.
///
/// # Errors
///
/// Encoding throws `EncodingError.invalidValue`, with the whole path, for a number that is infinite
/// or NaN; an integer out of the range of `Int64`; and a key, a string or a depth that
/// ``TreeLimits`` doesn't allow. So what is encoded can be written.
public struct TreeEncoder: Sendable {
    /// The representation of dates and bytes.
    public var coding: TreeCoding

    /// The children that an engine doesn't have in values.
    var separateChildren: SeparateChildren?

    /// Makes an encoder.
    public init(_ coding: TreeCoding = TreeCoding()) {
        self.coding = coding
    }

    init(_ coding: TreeCoding, _ engine: any DatabaseEngine) {
        self.coding = coding
        separateChildren = engine.separateChildren
    }

    /// Returns the tree of a value, and the places of the server's times in it.
    ///
    /// If it has neither, the value has nothing to store.
    ///
    /// - Parameters:
    ///   - value: the value to store.
    ///   - place: the place that the value is for: errors name it, and the depth is counted from
    ///     it.
    ///
    /// Throws an `EncodingError` for a value that can't be stored.
    public func encode(
        _ value: some Encodable, at place: TreePlace = .root
    ) throws -> PendingValue {
        try node(of: value, at: place).pendingValue()
    }

    /// Returns the tree of a value, without the times that the server would fill in.
    public func tree(
        of value: some Encodable, at place: TreePlace = .root
    ) throws -> TreeValue? {
        try encode(value, at: place).value
    }

    /// Returns the trees of a value's own fields, `nil` and empty ones included, so that they can
    /// be written without touching other children of the place.
    ///
    /// The fields are in the order of their keys. The `id` of a ``KeyIdentifiable`` model is omitted, as
    /// is an optional field that is `nil` and that the value's own `encode(to:)` skips.
    ///
    /// Throws `EncodingError` for a value without fields: a number, or an array.
    public func fields(
        of value: some Encodable, at place: TreePlace = .root
    ) throws -> [(key: TreeKey, value: PendingValue)] {
        let node = try node(of: value, at: place)
        guard node.content == .keyed else {
            throw node.invalid(value, "\(type(of: value)) has no fields to be written one by one")
        }
        return try node.pendingFields()
    }

    /// Returns the tree of a value, with the containers that only the value's type knows.
    func model(of value: some Encodable, at place: TreePlace) throws -> EncodedModel {
        let node = try node(of: value, at: place, findsContainers: true)
        let pending = try node.pendingValue()
        return EncodedModel(pending: pending, containers: node.containers)
    }

    private func node(
        of value: some Encodable, at place: TreePlace, findsContainers: Bool = false
    ) throws -> EncodingNode {
        let node = EncodingNode(
            CodingContext(coding, place, separateChildren, findsContainers: findsContainers))
        try node.encode(value)
        return node
    }
}

// MARK: - Nodes

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

// MARK: - Results

extension EncodingNode {
    /// Returns the tree, once the value is encoded completely.
    func pendingValue() throws -> PendingValue {
        let tree = try tree()
        let places = serverTimes.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        return PendingValue(tree, serverTimes: places)
    }

    /// Returns the trees of the children, including children that are stored as nothing.
    func pendingFields() throws -> [(key: TreeKey, value: PendingValue)] {
        try finishNested()
        let serverTimes = Dictionary(grouping: serverTimes) { $0.keys.first }
        return try sortedChildren().map { child in
            let places = (serverTimes[child.key] ?? []).map { $0.relative(to: [child.key]) }
            return (child.key, PendingValue(child.value, serverTimes: places))
        }
    }

    /// Returns the tree of this place, without the server's times.
    func tree() throws -> TreeValue? {
        try finishNested()
        if content == .single { return single }
        var values: [(key: TreeKey, value: TreeValue)] = []
        values.reserveCapacity(children.count)
        for child in try sortedChildren() {
            if let value = child.value { values.append((child.key, value)) }
        }
        return TreeValue(TreeChildren(sorted: values))
    }

    private func finishNested() throws {
        if isContradictory {
            throw invalid(
                codingPath, "a place can't have two of a value, an array, and children by key")
        }
        for (key, node) in nested {
            try check(key)
            try append(node, at: key)
        }
        if nested.count == 1, children.count == 1, children[0].value == nil, serverTimes.isEmpty,
            let (key, node) = nested.first, node.mayBeCase
        {
            children[0] = Child(key: key, value: true)
        }
    }

    /// Returns the children in strictly ascending order of their keys.
    private func sortedChildren() throws -> [Child] {
        let children = children
        if content == .unkeyed, nested.isEmpty { return children }
        // Sorting indexes is faster than moving the children themselves.
        let order = children.indices.sorted { children[$0].key < children[$1].key }
        var sorted: [Child] = []
        sorted.reserveCapacity(order.count)
        for index in order {
            let child = children[index]
            if sorted.last?.key == child.key {
                try checkRepetition(of: child.key)
                sorted.removeLast()
            }
            sorted.append(child)
        }
        return sorted
    }

    private func checkRepetition(of key: TreeKey) throws {
        if !allowsRepetition || serverTimes.contains(where: { $0.keys.first == key }) {
            throw invalid(key.text, "a place can't have two values", at: key)
        }
    }
}

// MARK: - Scalars

extension EncodingNode {
    /// Encodes a value to this node.
    func encode<T: Encodable>(_ value: T) throws {
        if let scalar = try scalar(of: value) {
            set(scalar)
        } else {
            try encodeOther(value)
        }
    }

    /// Encodes a value to this node that isn't a ``scalar(of:at:)``.
    func encodeOther<T: Encodable>(_ value: T) throws {
        let outerType = modelType
        nesting += 1
        modelType = T.self
        defer {
            nesting -= 1
            modelType = outerType
        }
        if nesting > TreeLimits.depth {
            throw invalid(value, "\(T.self) encodes itself as itself, without end")
        }
        if let date = identical(value, as: Date.self) {
            try encodeCustom(date)
        } else if let data = identical(value, as: Data.self) {
            try encodeCustom(data)
        } else if T.self is any EncodableByKey.Type, let dictionary = value as? any EncodableByKey {
            try dictionary.encodeChildren(of: self)
        } else {
            try value.encode(to: self)
            try checkID(of: value)
        }
    }

    /// Returns the tree of a value that is stored as a scalar, bypassing its `encode(to:)`; `nil`
    /// for other types.
    func scalar<T: Encodable>(of value: T, at key: TreeKey? = nil) throws -> TreeValue? {
        if let text = identical(value, as: String.self) { return try string(text, at: key) }
        if let integer = identical(value, as: Int.self) { return .integer(Int64(integer)) }
        if let bool = identical(value, as: Bool.self) { return .bool(bool) }
        if let number = identical(value, as: Double.self) {
            return try self.number(number, at: key)
        }
        if let date = identical(value, as: Date.self) { return try self.date(date, at: key) }
        if let url = identical(value, as: URL.self) {
            return try string(url.absoluteString, at: key)
        }
        if let data = identical(value, as: Data.self) { return try self.data(data, at: key) }
        if let decimal = identical(value, as: Decimal.self) {
            return try self.decimal(decimal, at: key)
        }
        return nil
    }

    func string(_ text: String, at key: TreeKey? = nil) throws -> TreeValue {
        if text.utf8.count > TreeLimits.stringUTF8Count {
            throw invalid(text, TreeLimits.lengthMessage(text), at: key)
        }
        return .string(text)
    }

    func number(_ number: Double, at key: TreeKey? = nil) throws -> TreeValue {
        guard number.isFinite else {
            throw invalid(number, TreeLimits.finiteMessage(number), at: key)
        }
        return .number(number)
    }

    func integer<I: FixedWidthInteger>(_ integer: I, at key: TreeKey? = nil) throws -> TreeValue {
        guard let stored = Int64(exactly: integer) else {
            throw invalid(
                integer,
                "the integer \(integer) can't be stored; integers are from \(Int64.min) "
                    + "to \(Int64.max), so store a string or a Double", at: key)
        }
        return .integer(stored)
    }

    /// Returns the nearest whole millisecond since 1970.
    func milliseconds(of date: Date, at key: TreeKey? = nil) throws -> TreeValue {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard let integer = Int64(exactly: milliseconds) else {
            throw invalid(
                date.timeIntervalSince1970,
                "the date is too far from 1970 to be stored in milliseconds", at: key)
        }
        return .integer(integer)
    }

    private func date(_ date: Date, at key: TreeKey?) throws -> TreeValue? {
        switch context.coding.dates {
        case .millisecondsSince1970: try milliseconds(of: date, at: key)
        case .secondsSince1970: try number(date.timeIntervalSince1970, at: key)
        case .iso8601: try iso8601(date, at: key)
        case .custom: nil
        }
    }

    private func iso8601(_ date: Date, at key: TreeKey?) throws -> TreeValue {
        guard Date.iso8601Range.contains(date) else {
            throw invalid(
                date.timeIntervalSince1970, "ISO 8601 has dates of the years 1 to 9999 only",
                at: key)
        }
        return .string(date.formatted(.iso8601))
    }

    private func encodeCustom(_ date: Date) throws {
        guard case .custom(let encode, _) = context.coding.dates else { return }
        try encode(date, self)
    }

    private func data(_ data: Data, at key: TreeKey?) throws -> TreeValue? {
        guard case .base64 = context.coding.data else { return nil }
        return try string(data.base64EncodedString(), at: key)
    }

    private func encodeCustom(_ data: Data) throws {
        guard case .custom(let encode, _) = context.coding.data else { return }
        try encode(data, self)
    }

    private func decimal(_ decimal: Decimal, at key: TreeKey?) throws -> TreeValue {
        let digits = decimal.description
        if let integer = Int64(digits) { return .integer(integer) }
        return try number(Double(digits) ?? .nan, at: key)
    }

    func invalid(_ value: Any, _ reason: String, at key: TreeKey? = nil) -> EncodingError {
        let path = codingPath + (key.map { [TreeCodingKey($0)] } ?? [])
        return .invalidValue(
            value, EncodingError.Context(codingPath: path, debugDescription: reason))
    }
}

extension Date {
    /// The dates whose years have four digits.
    static let iso8601Range = distantPast..<Date(timeIntervalSince1970: 253_402_300_800)
}
