import Foundation
import TypedPaths

/// The context that the children of one place share.
final class ChildSource: Sendable {
    let parent: TreePlace
    let decoder: TreeDecoder

    /// Guards the decoded values of all of them: one lock, since there may be many children.
    fileprivate let lock = NSLock()

    init(parent: TreePlace, decoder: TreeDecoder) {
        self.parent = parent
        self.decoder = decoder
    }
}

/// A child as it is stored.
///
/// It says nothing about types, so that code which isn't generic keeps children in order: that is many
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

    /// The same child with another value.
    func with(_ value: TreeValue) -> ChildNode {
        ChildNode(key, value, source)
    }

    var place: TreePlace { source.parent.appending(key) }

    func decoded<Other: Decodable>(as type: Other.Type) throws -> Other {
        try source.decoder.decode(type, from: value, at: place)
    }
}

/// A child with its key, and its value once that has been decoded.
final class TypedChildNode<Key: PathKey, Value>: ChildNode {
    let typedKey: Key
    private var decoded: Value?

    init(_ typedKey: Key, _ key: TreeKey, _ value: TreeValue, _ source: ChildSource) {
        self.typedKey = typedKey
        super.init(key, value, source)
    }

    override func with(_ value: TreeValue) -> ChildNode {
        TypedChildNode(typedKey, key, value, source)
    }

    /// The value, which is decoded the first time.
    ///
    /// Not while the lock is held: a model's own code may ask for another value.
    func decodedValue() throws -> Value where Value: Decodable {
        if let decoded = source.lock.withLock({ decoded }) { return decoded }
        let value = try decoded(as: Value.self)
        return source.lock.withLock {
            if let decoded { return decoded }
            decoded = value
            return value
        }
    }
}

extension ChildSource {
    /// Makes a node of a child, unless its key isn't one of the type.
    func node<Key: PathKey, Value>(
        _ keys: Key.Type, _ values: Value.Type
    ) -> (TreeKey, TreeValue) -> ChildNode? {
        { key, value in
            Key(key).map { TypedChildNode<Key, Value>($0, key, value, self) }
        }
    }
}
