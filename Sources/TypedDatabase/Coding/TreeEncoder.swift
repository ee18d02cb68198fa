/// Makes the tree that a database stores of a value.
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
/// # What comes back
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
/// # What is refused
///
/// Encoding throws `EncodingError.invalidValue`, with the whole path, for a number that is infinite
/// or NaN; an integer out of the range of `Int64`; and a key, a string or a depth that
/// ``TreeLimits`` doesn't allow. So what is encoded can be written.
public struct TreeEncoder: Sendable {
    public var coding: TreeCoding

    public init(_ coding: TreeCoding = TreeCoding()) {
        self.coding = coding
    }

    /// The tree of a value, and where the server's time is to be put into it.
    ///
    /// If there is neither, the value has nothing to store.
    ///
    /// - Parameters:
    ///   - value: what to store.
    ///   - place: where it is going to be: what errors say, and what depth is counted from.
    public func encode(
        _ value: some Encodable, at place: TreePlace = .root
    ) throws -> PendingValue {
        try node(of: value, at: place).pendingValue()
    }

    /// The tree of a value, without the times that the server would fill in.
    public func tree(
        of value: some Encodable, at place: TreePlace = .root
    ) throws -> TreeValue? {
        try encode(value, at: place).value
    }

    /// What a value says of each of its own fields, of `nil` and empty ones as well: for writing
    /// them and leaving other children of the place.
    ///
    /// It is in the order of the keys. The `id` of a ``KeyIdentifiable`` model isn't in it, nor is an
    /// optional field if the value's own `encode(to:)` doesn't mention it when it is `nil`.
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

    /// The tree of a value, and what only its type says of the tree.
    func model(of value: some Encodable, at place: TreePlace) throws -> EncodedModel {
        let node = try node(of: value, at: place, findsContainers: true)
        let pending = try node.pendingValue()
        return EncodedModel(pending: pending, containers: node.containers)
    }

    private func node(
        of value: some Encodable, at place: TreePlace, findsContainers: Bool = false
    ) throws -> EncodingNode {
        let node = EncodingNode(CodingContext(coding, place, findsContainers: findsContainers))
        try node.encode(value)
        return node
    }
}
