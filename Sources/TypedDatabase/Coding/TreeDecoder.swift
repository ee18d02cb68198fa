/// Makes a value of the tree that a database has stored of it.
///
/// ``TreeEncoder`` says how values are stored, and what comes back.
///
/// A key that isn't there is nothing, and so is decoded as whatever is stored as nothing: an empty
/// array, set or dictionary, `nil`, or a model that has only such fields. For other types it is
/// `DecodingError.keyNotFound`.
///
/// A bool isn't a number, nor a number a bool. A number is read as any type that it fits into; for
/// an integer it must be integral. An array may have holes, which are skipped, but no keys other
/// than `0`, `1`, and so on.
///
/// The `codingPath` of a `DecodingError` is the whole path in the database.
public struct TreeDecoder: Sendable {
    public var coding: TreeCoding

    public init(_ coding: TreeCoding = TreeCoding()) {
        self.coding = coding
    }

    /// - Parameters:
    ///   - type: what to make of it.
    ///   - tree: what is at the place; `nil` if there is nothing.
    ///   - place: where it was read from: what errors say.
    ///   - key: the `id` of a ``KeyIdentifiable`` model, if that isn't the last key of the place.
    public func decode<T: Decodable>(
        _ type: T.Type, from tree: TreeValue?, at place: TreePlace = .root, key: TreeKey? = nil
    ) throws -> T {
        let node = DecodingNode(
            tree, key: key ?? place.keys.last, CodingContext(coding, place))
        if tree != nil { return try node.decode(type) }
        let parent = TreePlace(Array(place.keys.dropLast()))
        return try DecodingNode.orKeyNotFound(
            try node.decode(type), TreeCodingKey(place.keys.last ?? ""), in: parent.codingPath)
    }
}
