import SecurityRules
import TypedDatabase

/// Decides about one user's requests by rules, over the data that are known.
///
/// Rules ask for few places. A verdict names those that aren't known yet: the caller reads them, and
/// asks again.
package struct RulesGuard: Sendable {
    private let rules: CheckedRules
    private let auth: RulesAuth?

    /// A decision about a request.
    package struct Verdict: Sendable {
        /// The places to be read before the verdict counts.
        package let missing: [TreePlace]

        /// The reason why the rules refuse the request; `nil` if they don't.
        package let refusal: RulesRefusal?

        /// The edits of a write, with times and sums filled in.
        var edits: [TreeEdit] = []
    }

    /// - Parameter auth: the user; `nil` for nobody.
    package init(_ rules: SecurityRules, auth: RulesAuth?) {
        self.rules = rules.checked
        self.auth = auth
    }

    /// Decides about a read.
    ///
    /// - Parameter time: milliseconds since 1970.
    package func verdict(
        onReading place: TreePlace, _ selection: TreeSelection, at time: Int64,
        knowing known: KnownData
    ) -> Verdict {
        let missing = MissingPlaces()
        let refusal = rules.refusal(
            ofReading: place.keys.map(\.text), RuleQuery(selection),
            by: request(known, missing, at: time))
        return Verdict(missing: missing.take(), refusal: refusal)
    }

    /// Decides about a write, whose server times are `time`.
    package func verdict(
        onWriting edits: [TreeEdit], at time: Int64, knowing known: KnownData
    ) -> Verdict {
        let missing = MissingPlaces()
        var tree = EditTree()
        let resolved = edits.map { edit in
            var current: TreeValue?
            if case .increment = edit.operation {
                current = Self.value(at: edit.place, known, missing)
            }
            let value = edit.resolved(at: time, from: current)
            tree.set(value, at: edit.place.keys[...])
            return TreeEdit(edit.place, .set(PendingValue(value)))
        }
        let request = request(known, missing, at: time)
        let refusal = rules.refusal(
            ofWriting: edits.map { $0.place.keys.map(\.text) }, by: request,
            newRoot: MergedData.data(tree, over: request.root))
        return Verdict(missing: missing.take(), refusal: refusal, edits: resolved)
    }

    private func request(
        _ known: KnownData, _ missing: MissingPlaces, at time: Int64
    ) -> RulesRequest {
        RulesRequest(
            auth: auth?.value, now: Double(time), root: EngineData.data(known.tree, missing))
    }

    private static func value(
        at place: TreePlace, _ known: KnownData, _ missing: MissingPlaces
    ) -> TreeValue? {
        if let value = known.value(at: place) { return value }
        missing.insert(place)
        return nil
    }
}
