import SecurityRules
import TypedDatabase

/// Decides about requests to an engine by its rules, and reads from the engine only the places that
/// the rules ask for.
package struct RulesGuard: Sendable {
    private let engine: any DatabaseEngine
    private let rules: CheckedRules
    private let auth: RulesAuth?

    /// - Parameter auth: the user; `nil` for nobody.
    package init(_ engine: any DatabaseEngine, rules: CheckedRules, auth: RulesAuth?) {
        self.engine = engine
        self.rules = rules
        self.auth = auth
    }

    /// Returns the reason why a place may not be read; `nil` if it may.
    ///
    /// - Parameter time: milliseconds since 1970.
    package func refusal(
        ofReading place: TreePlace, _ selection: TreeSelection, at time: Int64
    ) async throws -> RulesRefusal? {
        var known = KnownData()
        return try await decide(&known) { known, missing in
            rules.refusal(
                ofReading: place.keys.map(\.text), RuleQuery(selection),
                by: request(known, missing, at: time))
        }
    }

    /// Returns the reason why edits may not be made; `nil` if they may.
    package func refusal(
        ofWriting edits: [TreeEdit], at time: Int64
    ) async throws -> RulesRefusal? {
        var known = KnownData()
        return try await check(edits, at: time, &known).refusal
    }

    /// Decides about edits.
    ///
    /// - Parameter known: the places that have been read already, to which more are added.
    /// - Returns: the reason for a refusal, and the edits with times and sums filled in.
    func check(
        _ edits: [TreeEdit], at time: Int64, _ known: inout KnownData
    ) async throws -> (refusal: RulesRefusal?, edits: [TreeEdit]) {
        try await decide(&known) { known, missing in
            let values = edits.map { edit in
                let current: TreeValue? =
                    if case .increment = edit.operation {
                        Self.number(at: edit.place, known, missing)
                    } else {
                        nil
                    }
                return edit.resolved(at: time, from: current)
            }
            var tree = EditTree()
            for (edit, value) in zip(edits, values) { tree.set(value, at: edit.place.keys[...]) }
            let request = request(known, missing, at: time)
            let refusal = rules.refusal(
                ofWriting: edits.map { $0.place.keys.map(\.text) }, by: request,
                newRoot: MergedData.data(tree, over: request.root))
            let resolved = zip(edits, values).map { edit, value in
                TreeEdit(edit.place, .set(PendingValue(value)))
            }
            return (refusal, resolved)
        }
    }

    private func request(
        _ known: KnownData, _ missing: MissingPlaces, at time: Int64
    ) -> RulesRequest {
        RulesRequest(
            auth: auth?.value, now: Double(time), root: EngineData.data(at: .root, known, missing))
    }

    private static func number(
        at place: TreePlace, _ known: KnownData, _ missing: MissingPlaces
    ) -> TreeValue? {
        if let value = known.value(at: place) { return value }
        missing.insert(place)
        return nil
    }

    /// Decides again until all places that the decision depends on are known.
    private func decide<Decision>(
        _ known: inout KnownData, _ body: (KnownData, MissingPlaces) -> Decision
    ) async throws -> Decision {
        while true {
            let missing = MissingPlaces()
            let decision = body(known, missing)
            let places = missing.take()
            if places.isEmpty { return decision }
            for place in places {
                try Task.checkCancellation()
                known.set(try await engine.read(place, .all), at: place)
            }
        }
    }
}
