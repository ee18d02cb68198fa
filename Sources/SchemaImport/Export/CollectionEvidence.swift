/// Why children with names are rather the elements of a collection.
struct CollectionEvidence {
    let reason: String

    /// - Parameters:
    ///   - name: the key of the place.
    ///   - known: the collections that were found before.
    /// - Returns: `nil` if the children are fields, for all one can tell.
    init?(_ place: Observation, name: String?, known: KnownCollections) {
        let children = place.children.map(\.place)
        let names = place.children.map(\.name)
        guard !children.isEmpty else { return nil }
        let isPlural = name.map(Self.isPlural) ?? false
        let all = children + (place.element.map { [$0] } ?? [])
        if children.allSatisfy(\.isTrue), all.count > 1 || isPlural {
            reason = Self.keys(names, "is true", "are all true")
        } else if children.allSatisfy(\.isSetOfTrue), children.count > 1 {
            reason = Self.keys(names, "is a set", "are sets")
        } else if Self.haveOneShape(all, isLikely: isPlural || Self.areNumbered(names)),
            all.count > 2 || isPlural && all.count > 1
        {
            reason = Self.keys(names, "has the shape of the others", "have one shape")
        } else if children.count > 1, Self.haveOneKind(children),
            let other = known.place(with: Set(names))
        {
            reason = Self.keys(names, "", "have the keys of '\(other)'")
        } else if Self.areSparse(children, in: place) {
            reason = Self.keys(names, "", "have one type, and most are missing in most places")
        } else {
            return nil
        }
    }

    private static func keys(_ names: [String], _ one: String, _ many: String) -> String {
        guard names.count > 1 else { return "its child '\(names[0])' \(one)" }
        return
            "its \(names.count) children ('\(names[0])', '\(names[1])'\(names.count > 2 ? "…" : "")) \(many)"
    }

    /// Whether all are objects that have most of their children in common.
    ///
    /// - Parameter isLikely: whether the names already say that it is a collection.
    private static func haveOneShape(_ children: [Observation], isLikely: Bool) -> Bool {
        guard children.allSatisfy({ $0.objects == $0.count && $0.count > 0 }) else { return false }
        var counts: [String: Int] = [:]
        for child in children {
            for (name, _) in child.children { counts[name, default: 0] += 1 }
        }
        if isLikely, children.count > 2 {
            let all = counts.values.reduce(0, +)
            let shared = counts.values.filter { $0 * 2 >= children.count }.reduce(0, +)
            return shared > 0 && shared * 4 >= all * 3
        }
        let inAll = counts.values.count { $0 == children.count }
        return !counts.isEmpty && counts.values.allSatisfy { $0 * 2 >= children.count }
            && inAll * 2 > counts.count
    }

    /// Whether all are objects, or all scalars of one kind.
    private static func haveOneKind(_ children: [Observation]) -> Bool {
        let kinds: [(Observation) -> Int] = [
            \.objects, \.bools, { $0.integers + $0.doubles }, \.strings,
        ]
        return kinds.contains { kind in children.allSatisfy { kind($0) == $0.count } }
    }

    /// Whether there are many children of one simple type, few of them at each of many places.
    private static func areSparse(_ children: [Observation], in place: Observation) -> Bool {
        guard children.count >= 4, place.objects >= 4, haveOneKind(children),
            children.allSatisfy({ $0.scalars == $0.count })
        else { return false }
        return children.reduce(0) { $0 + $1.count } * 2 < children.count * place.objects
    }

    /// Whether the names are one word with a number after it: `u1`, `u2`.
    private static func areNumbered(_ names: [String]) -> Bool {
        let words = names.map { name in
            String(name.reversed().drop { $0.isNumber || $0 == "_" || $0 == "-" }.reversed())
        }
        return names.count > 1 && Set(words).count == 1 && zip(words, names).allSatisfy { $0 != $1 }
    }

    private static func isPlural(_ name: String) -> Bool {
        guard let member = SwiftNames.member(for: name) else { return false }
        let last = SwiftNames.words(of: member).last?.lowercased() ?? ""
        return SwiftNames.singular(member) != member && !branches.contains(last)
    }

    /// Plurals that are branches nearly always.
    private static let branches: Set = [
        "configs", "counters", "counts", "defaults", "details", "features", "flags", "limits",
        "options", "params", "permissions", "preferences", "prefs", "properties", "rules",
        "settings", "stats", "statistics", "toggles", "totals",
    ]
}

extension Observation {
    /// Whether nothing but true was ever here.
    fileprivate var isTrue: Bool { count > 0 && trues == count }

    /// Whether nothing but sets of keys was ever here.
    fileprivate var isSetOfTrue: Bool {
        let places = children.map(\.place) + (element.map { [$0] } ?? [])
        return objects > 0 && objects == count && !places.isEmpty && places.allSatisfy(\.isTrue)
    }
}
