import SecurityRules
import TypedDatabase

/// The places of an engine that have been read for rules, with their versions.
package struct KnownData: Sendable {
    private var values: [TreePlace: VersionedValue] = [:]

    /// The places, in an order that stays the same.
    private(set) var places: [TreePlace] = []

    var versions: [PlaceVersion] {
        places.compactMap { place in values[place].map { PlaceVersion(place, $0.version) } }
    }

    package init() {}

    package mutating func set(_ value: VersionedValue, at place: TreePlace) {
        if values.updateValue(value, forKey: place) == nil { places.append(place) }
    }

    /// Returns the value of a place; `nil` if neither it nor a place above it has been read.
    func value(at place: TreePlace) -> TreeValue?? {
        for depth in stride(from: place.depth, through: 0, by: -1) {
            let above = TreePlace(Array(place.keys.prefix(depth)))
            guard let value = values[above] else { continue }
            return .some(value.value[place.relative(to: above)])
        }
        return nil
    }
}

/// The places that rules have asked for, and that aren't known yet.
final class MissingPlaces: Sendable {
    private let places = Locked<[TreePlace]>([])

    func insert(_ place: TreePlace) {
        places.withLock { if !$0.contains(place) { $0.append(place) } }
    }

    /// Returns the places, but those inside others.
    func take() -> [TreePlace] {
        let places = places.withLock { $0 }
        return places.filter { place in
            !places.contains { $0 != place && $0.contains(place) }
        }
    }
}
