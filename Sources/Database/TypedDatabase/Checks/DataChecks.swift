import TypedPaths

/// The patterns of a schema with the types of their values, against which
/// ``TreeDatabase/check(_:progress:)`` checks what is stored.
///
/// ```swift
/// let report = try await database.check(Root.checks)
/// ```
///
/// `generate-paths --emit checks` makes `Root.checks` from a schema. By hand:
///
/// ```swift
/// var checks = DataChecks()
/// checks.add("players/<playerId>", Player.self)
/// checks.add("rooms/<roomId>/name", String.self)
/// ```
///
/// The values' types keep their isolation, so checks of an app that is isolated to the main actor
/// stay there.
public struct DataChecks {
    private(set) var entries: [Entry] = []

    enum Entry {
        case type(CheckedType, pattern: String)
        case keyType(CheckedKeyType, pattern: String)
        case same(pattern: String, other: String)
    }

    /// Makes an empty list: all data is unknown to it.
    public init() {}

    /// Adds the type of the values at a pattern.
    ///
    /// - Parameters:
    ///   - pattern: keys, joined by `/`. One in angle brackets stands for any key that no sibling has.
    ///   - type: the type as which values are decoded.
    public mutating func add<Value: Decodable>(_ pattern: String, _ type: Value.Type) {
        entries.append(.type(CheckedType(type), pattern: pattern))
    }

    /// Adds values that can't be checked, since their type isn't `Decodable`.
    @_disfavoredOverload
    public mutating func add<Value>(_ pattern: String, _ type: Value.Type) {
        entries.append(.type(CheckedType(unchecked: "\(type)"), pattern: pattern))
    }

    /// Adds the type of the keys that the last placeholder of a pattern stands for.
    ///
    /// ```swift
    /// checks.addKeys("users/<userId: UserID>", UserID.self)
    /// ```
    public mutating func addKeys<Key: PathKey>(_ pattern: String, _ type: Key.Type) {
        let keyType = CheckedKeyType(
            name: "\(type)", isKey: { Key(pathKey: $0)?.pathKey == $0 })
        entries.append(.keyType(keyType, pattern: pattern))
    }

    /// Adds a pattern whose values have the shape of another one, which may contain this one.
    ///
    /// ```swift
    /// checks.addSame("comments/<commentId>/replies/<replyId>", as: "comments/<commentId>")
    /// ```
    ///
    /// What is found there is reported at the other pattern.
    public mutating func addSame(_ pattern: String, as other: String) {
        entries.append(.same(pattern: pattern, other: other))
    }
}
