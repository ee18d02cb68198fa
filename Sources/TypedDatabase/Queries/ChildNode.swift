import Foundation

/// What the children of one place have in common.
final class ChildSource: Sendable {
    let parent: TreePlace
    let decoder: TreeDecoder

    /// Guards the decoded values of all of them: one lock, since there may be many children.
    let lock = NSLock()

    init(parent: TreePlace, decoder: TreeDecoder) {
        self.parent = parent
        self.decoder = decoder
    }
}

/// A child as it is stored, and its value once that has been decoded.
final class ChildNode<Value> {
    let key: TreeKey
    let value: TreeValue
    let source: ChildSource
    private var decoded: Value?

    init(key: TreeKey, value: TreeValue, source: ChildSource) {
        self.key = key
        self.value = value
        self.source = source
    }

    var place: TreePlace { source.parent.appending(key) }

    func decode<Other: Decodable>(as type: Other.Type) throws -> Other {
        try source.decoder.decode(type, from: value, at: place)
    }
}

// All that changes is `decoded`, which is only touched while the lock is held.
extension ChildNode: @unchecked Sendable where Value: Sendable {}

extension ChildNode where Value: Decodable {
    /// The value, which is decoded the first time.
    ///
    /// Not while the lock is held: a model's own code may ask for another value.
    func decodedValue() throws -> Value {
        if let decoded = source.lock.withLock({ decoded }) { return decoded }
        let value = try decode(as: Value.self)
        return source.lock.withLock {
            if let decoded { return decoded }
            decoded = value
            return value
        }
    }
}
