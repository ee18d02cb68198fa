import TypedPaths

/// Firebase's documented limits, which every engine has, so that an app can change its engine.
///
/// https://firebase.google.com/docs/database/usage/limits
public enum TreeLimits {
    /// The maximum number of keys that lead to a value.
    public static var depth: Int { KeyLimits.depth }

    /// The maximum length of a key in bytes of UTF-8.
    public static var keyUTF8Count: Int { KeyLimits.utf8Count }

    /// The maximum length of a string in bytes of UTF-8: 10 MB.
    public static let stringUTF8Count = 10 * 1024 * 1024

    /// Throws if a key is empty, longer than 768 bytes of UTF-8, or has one of `.` `#` `$` `[` `]` `/`
    /// or a control character in it.
    public static func check(_ key: TreeKey, in place: TreePlace) throws(TreeDatabaseError) {
        if allows(key) { return }
        do {
            _ = try String(checking: key.text)
        } catch {
            throw TreeDatabaseError(
                .invalidKey, at: place, "\(key.text.debugDescription) is no key: \(error)")
        }
    }

    /// Whether a database allows a key.
    static func allows(_ key: TreeKey) -> Bool {
        var text = key.text
        return text.withUTF8 { allows(UnsafeRawBufferPointer($0)) }
    }

    /// Whether a database allows a key of these bytes of UTF-8.
    package static func allows(_ key: UnsafeRawBufferPointer) -> Bool {
        KeyLimits.allows(key)
    }

    /// Throws if a database doesn't allow a place: because of one of its keys, or its depth.
    public static func check(_ place: TreePlace) throws(TreeDatabaseError) {
        try checkDepth(of: place)
        for (depth, key) in place.keys.enumerated() {
            try check(key, in: TreePlace(Array(place.keys.prefix(depth))))
        }
    }

    /// Throws if a database doesn't allow a value at a place, which is checked already.
    public static func check(_ value: TreeValue?, at place: TreePlace) throws(TreeDatabaseError) {
        // Most values are allowed, and then the places below aren't needed.
        if let value, !allows(value, depth: place.depth) { try checkParts(of: value, at: place) }
    }

    private static func allows(_ value: TreeValue, depth: Int) -> Bool {
        switch value {
        case .bool, .integer: true
        case .double(let number): number.isFinite
        case .string(let text): text.utf8.count <= stringUTF8Count
        case .children(let children):
            depth < Self.depth
                && children.allSatisfy { allows($0.key) && allows($0.value, depth: depth + 1) }
        }
    }

    private static func checkParts(
        of value: TreeValue, at place: TreePlace
    ) throws(TreeDatabaseError) {
        switch value {
        case .double(let number) where !number.isFinite:
            throw TreeDatabaseError(.invalidValue, at: place, finiteMessage(number))
        case .string(let text) where text.utf8.count > stringUTF8Count:
            throw TreeDatabaseError(.invalidValue, at: place, lengthMessage(text))
        case .children(let children):
            for (key, child) in children {
                try check(key, in: place)
                let place = place.appending(key)
                try checkDepth(of: place)
                try checkParts(of: child, at: place)
            }
        default: break
        }
    }

    /// Throws if a place is deeper than ``depth``.
    static func checkDepth(of place: TreePlace) throws(TreeDatabaseError) {
        guard place.depth > depth else { return }
        throw TreeDatabaseError(.invalidValue, at: place, depthMessage)
    }

    // Encoding has the same messages, in errors of its own.

    static var depthMessage: String { "a tree can be \(depth) keys deep; here it is deeper" }

    static func finiteMessage(_ number: Double) -> String {
        "\(number) can't be stored; a number must be finite"
    }

    static func lengthMessage(_ text: String) -> String {
        "a string can have at most \(stringUTF8Count) bytes of UTF-8; "
            + "this one has \(text.utf8.count)"
    }
}
