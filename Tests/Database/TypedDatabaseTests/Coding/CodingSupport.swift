import Testing

@testable import TypedDatabase

/// The error of a coder, as `place: reason`; `nil` if there was none.
func refusal(_ body: () throws -> Void) throws -> String? {
    do {
        try body()
        return nil
    } catch EncodingError.invalidValue(_, let context) {
        return text(context.codingPath, context.debugDescription)
    } catch DecodingError.keyNotFound(let key, let context) {
        return text(context.codingPath + [key], context.debugDescription)
    } catch DecodingError.valueNotFound(_, let context) {
        return text(context.codingPath, context.debugDescription)
    } catch DecodingError.typeMismatch(_, let context) {
        return text(context.codingPath, context.debugDescription)
    } catch DecodingError.dataCorrupted(let context) {
        return text(context.codingPath, context.debugDescription)
    }
}

/// The error of decoding a tree.
func refusal<T: Decodable>(
    _ type: T.Type, _ tree: TreeValue?, _ coding: TreeCoding = TreeCoding(),
    at place: TreePlace = .root
) throws -> String? {
    try refusal { _ = try TreeDecoder(coding).decode(type, from: tree, at: place) }
}

private func text(_ path: [any CodingKey], _ reason: String) -> String {
    "\(path.map(\.stringValue).joined(separator: "/")): \(reason)"
}

func tree(_ value: some Encodable, _ coding: TreeCoding = TreeCoding()) throws -> TreeValue? {
    try TreeEncoder(coding).tree(of: value)
}

func decode<T: Decodable>(
    _ type: T.Type, _ tree: TreeValue?, _ coding: TreeCoding = TreeCoding()
) throws -> T {
    try TreeDecoder(coding).decode(type, from: tree)
}
