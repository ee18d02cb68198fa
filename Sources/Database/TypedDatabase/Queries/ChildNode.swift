import Foundation
import TypedPaths

/// The context that the children of one place share.
final class ChildSource: Sendable {
    let parent: TreePlace

    /// The context in which all children are decoded.
    fileprivate let context: CodingContext

    /// Guards the decoded values of all children: a single lock, since children can be many.
    fileprivate let lock = NSLock()

    init(parent: TreePlace, of element: Any.Type, decoder: TreeDecoder) {
        self.parent = parent
        context = CodingContext(
            decoder.coding, parent, decoder.separateChildren, element: element)
    }
}

/// A child as it is stored.
///
/// The class isn't generic, and neither is the code that keeps children in order: that is many
/// times faster for an app's own types.
class ChildNode {
    let key: TreeKey
    let value: TreeValue
    fileprivate let source: ChildSource

    fileprivate init(_ key: TreeKey, _ value: TreeValue, _ source: ChildSource) {
        self.key = key
        self.value = value
        self.source = source
    }

    /// Returns the same child with another value.
    func with(_ value: TreeValue) -> ChildNode {
        ChildNode(key, value, source)
    }

    var place: TreePlace { source.parent.appending(key) }

    func decoded<Other: Decodable>(as type: Other.Type) throws -> Other {
        try DecodingNode(value, childKey: key, source.context).decode(type)
    }
}

/// A child with its typed key, and its value once it has been decoded.
final class TypedChildNode<Key: PathKey, Value>: ChildNode {
    let typedKey: Key
    private var decoded: Value?

    required init(_ typedKey: Key, _ key: TreeKey, _ value: TreeValue, _ source: ChildSource) {
        self.typedKey = typedKey
        super.init(key, value, source)
    }

    override func with(_ value: TreeValue) -> ChildNode {
        TypedChildNode(typedKey, key, value, source)
    }

    /// Returns the value, which is decoded by the first call.
    ///
    /// The lock isn't held while decoding: a model's own code may access another child's value.
    func decodedValue() throws -> Value where Value: Decodable {
        source.lock.lock()
        if let decoded {
            source.lock.unlock()
            return decoded
        }
        source.lock.unlock()
        let value = try decoded(as: Value.self)
        source.lock.lock()
        defer { source.lock.unlock() }
        if let decoded { return decoded }
        decoded = value
        return value
    }
}

extension ChildSource {
    /// Returns the node of a child; `nil` if its key isn't of the type.
    func node<Key: PathKey, Value>(
        _ keys: Key.Type, _ values: Value.Type
    ) -> (TreeKey, TreeValue) -> ChildNode? {
        // Looked up once, not for each node.
        let type = TypedChildNode<Key, Value>.self
        // A string has any text.
        if Key.self == String.self {
            return { type.init(same($0.text, as: Key.self), $0, $1, self) }
        }
        return { key, value in
            guard let typedKey = Key(key) else { return nil }
            return type.init(typedKey, key, value, self)
        }
    }
}
