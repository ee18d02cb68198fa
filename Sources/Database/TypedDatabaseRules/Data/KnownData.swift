import TypedDatabase

/// The places of an engine that have been read for rules, with their versions.
package struct KnownData: Sendable {
    /// The places in the order of their first reads.
    private(set) var places: [TreePlace] = []
    private(set) var tree = KnownTree()

    package init() {}

    var versions: [PlaceVersion] {
        places.compactMap { place in
            tree.read(place.keys[...]).map { PlaceVersion(place, $0.version) }
        }
    }

    package mutating func set(_ value: VersionedValue, at place: TreePlace) {
        if tree.read(place.keys[...]) == nil { places.append(place) }
        tree.set(value, at: place.keys[...])
    }

    /// Returns the value of a place; `nil` if neither it nor a place above it has been read.
    func value(at place: TreePlace) -> TreeValue?? { tree.value(at: place.keys[...]) }
}

/// A place, and the places below it, that have been read.
struct KnownTree: Sendable {
    private(set) var value: VersionedValue?
    private(set) var children: [TreeKey: KnownTree] = [:]

    mutating func set(_ value: VersionedValue, at keys: ArraySlice<TreeKey>) {
        if let key = keys.first {
            children[key, default: KnownTree()].set(value, at: keys.dropFirst())
        } else {
            self.value = value
        }
    }

    /// Returns the result of reading just this place.
    func read(_ keys: ArraySlice<TreeKey>) -> VersionedValue? {
        guard let key = keys.first else { return value }
        return children[key]?.read(keys.dropFirst())
    }

    func value(at keys: ArraySlice<TreeKey>) -> TreeValue?? {
        if let value { return .some(value.value[TreePlace(Array(keys))]) }
        guard let key = keys.first else { return nil }
        return children[key]?.value(at: keys.dropFirst()) ?? nil
    }
}

/// The places that rules have asked for, and that aren't known yet.
final class MissingPlaces: Sendable {
    private let places = Locked<Set<TreePlace>>([])

    func insert(_ place: TreePlace) {
        places.withLock { _ = $0.insert(place) }
    }

    /// Returns the places, but those inside others; for many places, the one that contains them.
    func take() -> [TreePlace] {
        let places = Array(places.withLock { $0 })
        if places.count > 16 { return [TreePlace.commonAncestor(of: places)] }
        return places.filter { place in
            !places.contains { $0 != place && $0.contains(place) }
        }
    }
}
