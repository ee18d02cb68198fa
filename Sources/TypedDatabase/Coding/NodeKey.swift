import TypedPaths

/// A property that is the key of the place that the model was read from.
///
/// ```swift
/// struct Message: Codable {
///     @NodeKey var id = MessageID.unsaved
///     var text: String
/// }
/// ```
///
/// The database doesn't store it, since the key says it; so two places can hold the same model. A
/// model that is an element of another has the key of its own place: an element of an array its
/// index.
///
/// Other coders, such as `JSONEncoder`, treat it as an ordinary property: they store the key as it
/// encodes itself if it is `Codable`, else its text.
///
/// With an initial value, a model can be made before it has a place.
@propertyWrapper
public struct NodeKey<Key: PathKey> {
    public var wrappedValue: Key

    public init(wrappedValue: Key) {
        self.wrappedValue = wrappedValue
    }
}

extension NodeKey: Equatable where Key: Equatable {}
extension NodeKey: Hashable where Key: Hashable {}
extension NodeKey: Sendable where Key: Sendable {}

extension NodeKey: Encodable {
    public func encode(to encoder: any Encoder) throws {
        if let node = encoder as? EncodingNode {
            node.begin(.unstored)
        } else if let key = wrappedValue as? any Codable {
            try key.encode(to: encoder)
        } else {
            try wrappedValue.pathKey.encode(to: encoder)
        }
    }
}

extension NodeKey: Decodable {
    /// Throws `DecodingError.dataCorrupted` if the place has a key that isn't one of this type.
    public init(from decoder: any Decoder) throws {
        if let node = decoder as? DecodingNode {
            wrappedValue = try node.keyOfModel(Key.self)
        } else if let type = Key.self as? any Codable.Type,
            let key = try type.init(from: decoder) as? Key
        {
            wrappedValue = key
        } else {
            let text = try String(from: decoder)
            guard let key = try? Key(checking: text) else {
                throw DecodingError.notTheText(text, of: Key.self, at: decoder.codingPath)
            }
            wrappedValue = key
        }
    }
}

extension DecodingNode {
    /// The key of the model that has a property here.
    fileprivate func keyOfModel<Key: PathKey>(_ type: Key.Type) throws -> Key {
        guard let model = parent, let key = model.nodeKey else {
            throw corrupted("a model's @NodeKey is the key of its place, and the root has none")
        }
        do {
            return try Key(checking: key.text)
        } catch {
            throw model.corrupted("\(error)")
        }
    }
}
