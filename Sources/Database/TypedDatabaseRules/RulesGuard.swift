import SecurityRules
import TypedDatabase

/// Decides about one user's requests by rules, over the data that is known.
///
/// Rules depend on few places. A verdict names those that aren't known yet: the caller reads them,
/// and asks again.
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

// MARK: - Known data

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

    /// Returns the places without those inside others; of more than 16, only their common ancestor.
    func take() -> [TreePlace] {
        let places = Array(places.withLock { $0 })
        if places.count > 16 { return [TreePlace.commonAncestor(of: places)] }
        return places.filter { place in
            !places.contains { $0 != place && $0.contains(place) }
        }
    }
}
