import Foundation

/// The paths of a schema and the types of their values, read from its JSON by Foundation.
///
/// The compiler under test has no part in this. Since Foundation has no order, these are sets.
struct DatabasePaths {
    /// The objects with a `$name`, which leaves elsewhere can mean.
    private var named: [String: [String: Any]] = [:]
    private(set) var lines: Set<String> = []

    /// The key for placeholders of the type `Int`.
    static let integerKey = 7

    /// The lines that `PathProgram` is to print: `chatrooms/<chatroomId>/name: Path<String>`.
    static func lines(in json: String) throws -> Set<String> {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        guard let root = value as? [String: Any] else { return [] }
        var paths = DatabasePaths()
        paths.findNames(in: root)
        paths.visitChildren(of: root, at: [], on: [])
        return paths.lines
    }

    private mutating func findNames(in object: [String: Any]) {
        if let name = object["$name"] as? String, named[name] == nil {
            named[name] = object
        }
        for (key, value) in object where !key.hasPrefix("$") {
            findNames(in: value as? [String: Any] ?? [:])
        }
    }

    private mutating func visitChildren(
        of object: [String: Any], at path: [String], on chain: Set<String>
    ) {
        let chain = chain.union([object["$name"] as? String].compactMap { $0 })
        for (key, value) in object where !key.hasPrefix("$") {
            visit(value, at: path + [Self.component(for: key)], on: chain)
        }
    }

    private mutating func visit(_ value: Any, at path: [String], on chain: Set<String>) {
        let value = Self.leaf(value) ?? value
        lines.insert("\(path.joined(separator: "/")): \(type(of: value))")
        let object = value as? [String: Any] ?? named[value as? String ?? ""] ?? [:]
        if !chain.contains(object["$name"] as? String ?? "") {
            visitChildren(of: object, at: path, on: chain)
        }
    }

    private func type(of value: Any) -> String {
        var value = value
        var keyTypes: [String] = []
        while let object = value as? [String: Any], let element = Self.element(of: object) {
            value = element.value
            keyTypes.append(Self.keyType(of: element.key))
        }
        return PathProgram.pathType(model(of: value) ?? "_", keyTypes: keyTypes)
    }

    private func model(of value: Any) -> String? {
        guard let leaf = Self.leaf(value) else {
            return (value as? [String: Any])?["$type"] as? String
        }
        return named[leaf] == nil ? leaf : nil
    }

    /// The type that a leaf names, also in its long form.
    private static func leaf(_ value: Any) -> String? {
        guard let object = value as? [String: Any] else { return value as? String }
        return object.keys.allSatisfy { $0.hasPrefix("$") } ? object["$type"] as? String : nil
    }

    /// The element of a collection: the child of an object whose only key is a placeholder.
    private static func element(of object: [String: Any]) -> (key: String, value: Any)? {
        let keys = object.keys.filter { !$0.hasPrefix("$") }
        guard keys.count == 1, keys[0].hasPrefix("<"), object["$type"] == nil else { return nil }
        return object[keys[0]].map { (keys[0], $0) }
    }

    /// The type of a placeholder's keys: `UserID` of `<userId: UserID>`.
    private static func keyType(of placeholder: String) -> String {
        guard let colon = placeholder.firstIndex(of: ":") else { return "String" }
        return placeholder[colon...].dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
    }

    /// A key as it is in a path: a placeholder without its type.
    private static func component(for key: String) -> String {
        guard key.hasPrefix("<"), let colon = key.firstIndex(of: ":") else { return key }
        return key[colon...].dropFirst().contains("Int>")
            ? "\(integerKey)" : "\(key[..<colon].trimmingCharacters(in: .whitespaces))>"
    }
}
