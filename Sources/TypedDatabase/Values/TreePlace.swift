/// A place in a database, without a type: the keys that lead there from the root.
///
/// Engines are given places; an app has paths, such as `Path().chatroom("firechat").name`.
public struct TreePlace: Hashable, Sendable {
    public var keys: [TreeKey]

    public init(_ keys: [TreeKey] = []) {
        self.keys = keys
    }

    /// The root of the database, or of whatever the place is relative to.
    public static let root = TreePlace()

    /// How many keys lead to it.
    public var depth: Int { keys.count }

    public func appending(_ key: TreeKey) -> TreePlace {
        TreePlace(keys + [key])
    }

    public func appending(_ place: TreePlace) -> TreePlace {
        TreePlace(keys + place.keys)
    }

    /// Whether `other` is this place or one below it.
    public func contains(_ other: TreePlace) -> Bool {
        other.keys.starts(with: keys)
    }

    /// This place as seen from `other`, which must contain it.
    public func relative(to other: TreePlace) -> TreePlace {
        TreePlace(Array(keys.dropFirst(other.depth)))
    }
}

extension TreePlace {
    /// The place that changes in a watched one, relative to it, if this place changes; `nil` if none does.
    package func changed(in watched: TreePlace) -> TreePlace? {
        if watched.contains(self) { return relative(to: watched) }
        return contains(watched) ? .root : nil
    }

    /// The deepest place that contains all of these; the root if there are none.
    package static func commonAncestor(of places: [TreePlace]) -> TreePlace {
        guard var keys = places.first?.keys[...] else { return .root }
        for place in places {
            while !place.keys.starts(with: keys) { keys.removeLast() }
        }
        return TreePlace(Array(keys))
    }

    /// The place of keys that slashes separate: of a ``description``, for one.
    package init(slashSeparated keys: String, omittingEmptyKeys: Bool = true) {
        // By scalars: an accent after a slash would be one character with it.
        let parts = keys.unicodeScalars.split(
            separator: "/", omittingEmptySubsequences: omittingEmptyKeys)
        self.init(parts.map { TreeKey(String($0)) })
    }
}

extension TreePlace: ExpressibleByArrayLiteral, CustomStringConvertible {
    public init(arrayLiteral keys: TreeKey...) {
        self.init(keys)
    }

    /// The keys, joined by `/`; `""` for the root.
    public var description: String {
        keys.map(\.text).joined(separator: "/")
    }
}
