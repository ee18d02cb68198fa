import Foundation
import TypedDatabase
import TypedDatabaseFirestore

/// The places of a schema for Firestore with their locations, read from its JSON by Foundation.
///
/// The compiler under test has no part in this.
struct DocumentPaths {
    /// A place, and what Firestore has there.
    struct Entry {
        let place: TreePlace
        let location: DocumentLocation
        let isTime: Bool
    }

    /// The objects that leaves elsewhere can mean by a `$name` or a `$type`.
    private var named: [String: [String: Any]] = [:]
    private(set) var entries: [Entry] = []

    /// A key that no schema has.
    private static let anyKey = "any of the placeholder's"

    /// The number of keys beyond which recursive types aren't followed.
    private static let depth = 9

    static func entries(in json: String) throws -> [Entry] {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        guard let root = value as? [String: Any] else { return [] }
        var paths = DocumentPaths()
        paths.findNames(in: root)
        paths.visitChildren(of: root, at: .root, .root)
        return paths.entries
    }

    private mutating func findNames(in object: [String: Any]) {
        let children = object.filter { !$0.key.hasPrefix("$") }
        let name = object["$name"] ?? (children.isEmpty ? nil : object["$type"])
        if let name = name as? String { named[name.filter { $0 != "?" }] = object }
        for child in children.values { findNames(in: child as? [String: Any] ?? [:]) }
    }

    private mutating func visitChildren(
        of value: Any, at place: TreePlace, _ location: DocumentLocation
    ) {
        guard let object = object(of: value), place.depth < Self.depth else { return }
        for (key, child) in object where !key.hasPrefix("$") {
            let treeKey = TreeKey(key.hasPrefix("<") ? Self.anyKey : key)
            let place = place.appending(treeKey)
            let location: DocumentLocation =
                switch location {
                case .root: .collection(place)
                case .collection: .document(place)
                case .document where !key.hasPrefix("<") && isSubcollection(child):
                    .collection(place)
                case .document(let document): .field(of: document, [treeKey])
                case .field(let document, let field):
                    .field(of: document, field.appending(treeKey))
                }
            entries.append(Entry(place: place, location: location, isTime: isTime(child)))
            visitChildren(of: child, at: place, location)
        }
    }

    private func isSubcollection(_ value: Any) -> Bool {
        if let storage = (value as? [String: Any])?["$firestore"] as? String {
            return storage == "subcollection"
        }
        guard let object = object(of: value), object["$type"] == nil else { return false }
        let children = object.filter { !$0.key.hasPrefix("$") }
        return children.contains { $0.key.hasPrefix("<") }
            && children.allSatisfy { self.object(of: $0.value) != nil || !isScalar($0.value) }
    }

    /// The object that lists the children of a value.
    private func object(of value: Any) -> [String: Any]? {
        if let leaf = leaf(of: value) { return named[leaf.filter { $0 != "?" }] }
        return value as? [String: Any]
    }

    private func leaf(of value: Any) -> String? {
        guard let object = value as? [String: Any] else { return value as? String }
        return object.keys.allSatisfy { $0.hasPrefix("$") } ? object["$type"] as? String : nil
    }

    private func isScalar(_ value: Any) -> Bool {
        let scalars = ["String", "Int", "Bool", "Double", "Date", "URL"]
        return leaf(of: value).map { scalars.contains($0.filter { $0 != "?" }) } ?? false
    }

    private func isTime(_ value: Any) -> Bool {
        leaf(of: value).map { named[$0] == nil && ["Date", "Date?"].contains($0) } ?? false
    }
}
