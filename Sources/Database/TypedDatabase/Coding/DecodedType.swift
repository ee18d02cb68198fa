/// A type that is decoded, with its conformances, whose search takes as long as decoding a field.
struct DecodedType {
    let type: Any.Type
    let isKeyIdentifiable: Bool

    /// The type, if it is a dictionary.
    let dictionary: (any DecodableByKey.Type)?

    init(_ type: Any.Type) {
        self.type = type
        isKeyIdentifiable = type is any KeyIdentifiable.Type
        dictionary = type as? any DecodableByKey.Type
    }
}
