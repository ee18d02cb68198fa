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
