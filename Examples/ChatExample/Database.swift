import Foundation
import TypedPaths

/// A database in memory. What it stores is JSON, as in a real one; what it says is Swift, since each
/// path knows what is stored there.
final class Database {
    private var values: [String: Data] = [:]
    private var observers: [(Change) throws -> Void] = []

    private typealias Change = (location: String, value: Data)

    /// The value at a path: a `String` at a `Path<String>`, and nothing else.
    func value<Value: Decodable>(at path: Path<Value>) throws -> Value? {
        try values[path.rendered].map { try JSONDecoder().decode(Value.self, from: $0) }
    }

    /// Stores a value that belongs at the path, and tells who observes it.
    func set<Value: Encodable>(_ value: Value, at path: Path<Value>) throws {
        let change = Change(path.rendered, try JSONEncoder().encode(value))
        values[change.location] = change.value
        for observer in observers { try observer(change) }
    }

    /// Calls a function with each element that is stored in a collection from now on.
    func observe<Collection: CollectionPath>(
        _ collection: Collection, onChange: @escaping (Collection.Key, Collection.Value) -> Void
    ) where Collection.Value: Decodable {
        observers.append { change in
            guard let last = change.location.split(separator: "/").last,
                let key = Collection.Key(pathKey: String(last)),
                collection.child(key).rendered == change.location
            else { return }
            onChange(key, try JSONDecoder().decode(Collection.Value.self, from: change.value))
        }
    }
}
