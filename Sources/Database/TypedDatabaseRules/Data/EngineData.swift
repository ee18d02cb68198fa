import SecurityRules
import TypedDatabase

/// A place of an engine's data. If it isn't known, it seems to be empty, and is noted as missing.
struct EngineData: RuleData {
    let place: TreePlace
    let known: KnownData
    let missing: MissingPlaces

    /// The data of a place: its value if it is known, or else a place that is read when needed.
    static func data(
        at place: TreePlace, _ known: KnownData, _ missing: MissingPlaces
    ) -> (any RuleData)? {
        if let value = known.value(at: place) { return value }
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
        Self.data(at: place.appending(TreeKey(key)), known, missing)
    }

    func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        missing.insert(place)
    }
}
