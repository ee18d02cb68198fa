/// The coding of values without a type.
///
/// ```swift
/// let raw = try await database.value(at: room, as: TreeValue.self)
/// ```
///
/// Other coders store a value like JSON: scalars, and children by key. Arrays from them are read as
/// children with the keys 0, 1, and so on; null and empty containers are nothing.
extension TreeValue: Codable {
    public func encode(to encoder: any Encoder) throws {
        if case .children(let children) = self {
            var container = encoder.container(keyedBy: TreeCodingKey.self)
            for (key, child) in children {
                try container.encode(child, forKey: TreeCodingKey(key))
            }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .children: break
        }
    }

    /// Throws for null and empty containers, which aren't values.
    public init(from decoder: any Decoder) throws {
        guard let value = try DecodedTree(from: decoder).value else {
            throw DecodingError.valueNotFound(
                Self.self,
                .init(codingPath: decoder.codingPath, debugDescription: "There is nothing here."))
        }
        self = value
    }
}

/// A decoded value; `nil` for null and empty containers.
private struct DecodedTree: Decodable {
    let value: TreeValue?

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: TreeCodingKey.self) {
            let children = try container.allKeys.compactMap { key in
                try container.decode(DecodedTree.self, forKey: key).value
                    .map { (TreeKey(key.stringValue), $0) }
            }
            value = TreeValue(TreeChildren(children))
        } else if var container = try? decoder.unkeyedContainer() {
            var children = TreeChildren()
            while !container.isAtEnd {
                let key = TreeKey("\(container.currentIndex)")
                children[key] = try container.decode(DecodedTree.self).value
            }
            value = TreeValue(children)
        } else {
            value = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> TreeValue? {
        if container.decodeNil() { return nil }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .integer(value) }
        if let value = try? container.decode(Double.self) { return .number(value) }
        return .string(try container.decode(String.self))
    }
}
