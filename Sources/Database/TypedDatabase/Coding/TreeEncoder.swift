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
    /// They are in the order of their keys. The `id` of a ``KeyIdentifiable`` model is omitted, as
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
