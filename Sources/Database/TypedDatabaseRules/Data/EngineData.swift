import SecurityRules
import TypedDatabase

/// A place of an engine's data that isn't known. It seems to be empty, and is noted as missing when
/// its data are needed.
struct EngineData: RuleData {
    private let place: TreePlace
    private let known: KnownTree?
    private let missing: MissingPlaces

    /// The data of a place: its value if it is known, or else a place that is read when needed.
    static func data(
        at place: TreePlace = .root, _ known: KnownTree?, _ missing: MissingPlaces
    ) -> (any RuleData)? {
        if let value = known?.value { return value.value }
        return EngineData(place: place, known: known, missing: missing)
    }

    var exists: Bool {
        missing.insert(place)
        return false
    }

    var scalar: RuleScalar? {
        missing.insert(place)
        return nil
    }

    func child(_ key: String) -> (any RuleData)? {
        let key = TreeKey(key)
        return Self.data(at: place.appending(key), known?.children[key], missing)
    }

    func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        missing.insert(place)
    }
}
