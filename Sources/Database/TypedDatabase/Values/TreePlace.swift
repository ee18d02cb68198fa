/// A place in a database, without a type: the keys from the root to it.
///
/// Engines use places; apps use paths, such as `Path().chatroom("firechat").name`.
public struct TreePlace: Hashable, Sendable {
    /// The keys from the root down.
    public var keys: [TreeKey]

    /// Makes the place of some keys; without any, the root.
    public init(_ keys: [TreeKey] = []) {
        self.keys = keys
    }

    /// The root of the database, or of the value that the place is relative to.
    public static let root = TreePlace()

    /// The number of keys that lead to the place.
    public var depth: Int { keys.count }

    /// Returns the place of a child.
    public func appending(_ key: TreeKey) -> TreePlace {
        TreePlace(keys + [key])
    }

    /// Returns the place that is at `place`, relative to this one.
    public func appending(_ place: TreePlace) -> TreePlace {
        TreePlace(keys + place.keys)
    }

    /// Whether `other` is this place or one below it.
    public func contains(_ other: TreePlace) -> Bool {
        other.keys.starts(with: keys)
    }

    /// Whether one of the two places contains the other.
    package func overlaps(_ other: TreePlace) -> Bool {
        contains(other) || other.contains(self)
    }

    /// Returns this place relative to `other`, which must contain it.
    public func relative(to other: TreePlace) -> TreePlace {
        TreePlace(Array(keys.dropFirst(other.depth)))
    }
}

extension TreePlace {
    /// Returns the part of a watched place, relative to it, that changes if this place changes;
    /// `nil` if they don't overlap.
    package func changed(in watched: TreePlace) -> TreePlace? {
        if watched.contains(self) { return relative(to: watched) }
        return contains(watched) ? .root : nil
    }

    /// Returns the deepest place that contains all of these; the root if there are none.
    package static func commonAncestor(of places: [TreePlace]) -> TreePlace {
        guard var keys = places.first?.keys[...] else { return .root }
        for place in places {
            while !place.keys.starts(with: keys) { keys.removeLast() }
        }
        return TreePlace(Array(keys))
    }

    /// Makes the place of keys that are separated by slashes, as in a ``description``.
    package init(slashSeparated keys: String, omittingEmptyKeys: Bool = true) {
        // Splits by scalars: a slash and a following accent are one character.
        let parts = keys.unicodeScalars.split(
            separator: "/", omittingEmptySubsequences: omittingEmptyKeys)
        self.init(parts.map { TreeKey(String($0)) })
    }
}

extension TreePlace: ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Makes the place of the keys of a literal.
    public init(arrayLiteral keys: TreeKey...) {
        self.init(keys)
    }

    /// The keys, joined by `/`; `""` for the root.
    public var description: String {
        keys.map(\.text).joined(separator: "/")
    }
}
