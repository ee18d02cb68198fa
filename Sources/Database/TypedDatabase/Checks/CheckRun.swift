/// One pass over data: what has been found so far.
///
/// The memory that it takes depends on the number of patterns, not on that of values.
final class CheckRun {
    private let decoder: TreeDecoder
    private var patterns: [DataReport.Pattern] = []
    private var problems: [DataReport.Problem] = []
    private var patternIndices: [ObjectIdentifier: Int] = [:]
    private var problemIndices: [Finding.Key: Int] = [:]
    /// The number of different problems at each pattern.
    private var problemCounts: [String: Int] = [:]
    /// The number of values found.
    private(set) var count = 0

    /// The number of different problems at a pattern that are told from each other.
    private static let problemLimit = 50

    init(_ decoder: TreeDecoder) {
        self.decoder = decoder
    }

    var report: DataReport { DataReport(patterns: patterns, problems: problems) }
}

// MARK: - Checking

extension CheckRun {
    /// Checks a value, and all below it.
    ///
    /// - Parameter reported: the place of a failure above, which isn't reported twice.
    func check(
        _ value: TreeValue, _ node: CheckedNode, at place: TreePlace, reported: TreePlace? = nil
    ) {
        var reported = reported
        if let type = node.type {
            let failure = decode(value, as: type, of: node, at: place, reported)
            reported = failure ?? reported
        } else if case .children = value {
        } else {
            return noteScalar(value, at: place, node)
        }
        guard !node.isLeaf else { return }
        for (key, child) in value.children {
            if let known = checkKey(key, of: node, at: place) {
                check(child, known, at: place.appending(key), reported: reported)
            }
        }
    }

    /// Checks the key of a child. Returns the child's node; `nil` if the schema has none.
    func checkKey(_ key: TreeKey, of node: CheckedNode, at place: TreePlace) -> CheckedNode? {
        guard let child = node.child(for: key) else {
            // A model decides itself about children that the schema doesn't list.
            if node.type == nil { noteUnknown(key, of: node, at: place) }
            return nil
        }
        if let type = child.keyType, node.children[key] == nil, !type.isKey(key.text) {
            note(
                Finding(
                    kind: .key, pattern: child.pattern, group: child.pattern,
                    reason: "no \(type.name)"), at: place.appending(key))
        }
        return child
    }

    /// Reports a value in the place of children.
    func noteScalar(_ value: TreeValue, at place: TreePlace, _ node: CheckedNode) {
        note(
            Finding(
                kind: .value, pattern: node.pattern, group: node.pattern,
                reason: "expected children, found \((value as TreeValue?).shortened)"), at: place)
    }

    /// Returns the place of the failure if the value doesn't decode.
    private func decode(
        _ value: TreeValue, as type: CheckedType, of node: CheckedNode, at place: TreePlace,
        _ reported: TreePlace?
    ) -> TreePlace? {
        let index = index(of: node, type)
        count += 1
        patterns[index].count += 1
        guard let decode = type.decode else { return nil }
        do {
            try decode(value, place, decoder)
            return nil
        } catch {
            let failure = CheckFailure(error, decoding: value, at: place)
            guard failure.place != reported else { return reported }
            patterns[index].failureCount += 1
            note(
                Finding(
                    kind: .value, pattern: node.pattern, group: node.pattern,
                    part: Self.part(failure, of: node, at: place), reason: failure.reason,
                    cause: failure.cause), at: failure.place)
            return failure.place
        }
    }

    /// Returns the pattern of a failure's place, relative to the value: all elements of a dictionary
    /// or an array have the same.
    private static func part(
        _ failure: CheckFailure, of node: CheckedNode, at place: TreePlace
    ) -> String {
        var node: CheckedNode? = node
        var part = ""
        for depth in place.depth..<max(place.depth, failure.place.depth) {
            let key = failure.place.keys[depth]
            let isListed = node?.children[key] != nil
            let isElement =
                !isListed && node?.placeholder != nil || failure.elementDepths.contains(depth)
            // No key has a slash.
            part += isElement ? "/<>/" : "/\(key)"
            node = node?.child(for: key)
        }
        return part
    }

    private func index(of node: CheckedNode, _ type: CheckedType) -> Int {
        let id = ObjectIdentifier(node)
        if let index = patternIndices[id] { return index }
        patternIndices[id] = patterns.count
        patterns.append(
            DataReport.Pattern(
                pattern: node.pattern, type: type.name, isChecked: type.decode != nil))
        return patterns.count - 1
    }
}

// MARK: - Problems

extension CheckRun {
    private func noteUnknown(_ key: TreeKey, of node: CheckedNode, at place: TreePlace) {
        let known = node.children.keys.map(\.text).sorted()
        let closest = ClosestKey.find(key.text, among: known)
        note(
            Finding(
                kind: .unknown, pattern: node.pattern(of: key.text), group: node.pattern,
                rest: node.pattern(of: "…"),
                reason: closest.map { ": did you mean '\($0)'?" } ?? ""),
            at: place.appending(key))
    }

    private func note(_ finding: Finding, at place: TreePlace) {
        var finding = finding
        if problemIndices[finding.key] == nil {
            let isRest = problemCounts[finding.group, default: 0] >= Self.problemLimit
            if isRest {
                finding.part = ""
                finding.pattern = finding.rest ?? finding.pattern
                if finding.kind == .unknown { finding.reason = "" }
            } else {
                problemCounts[finding.group, default: 0] += 1
            }
        }
        let index = problemIndices[finding.key] ?? problems.count
        if index == problems.count {
            problemIndices[finding.key] = index
            problems.append(
                DataReport.Problem(
                    pattern: finding.pattern, kind: finding.kind, reason: finding.reason))
        }
        problems[index].add(place)
    }
}

/// One problem, before it is grouped with others like it.
private struct Finding {
    let kind: DataReport.Problem.Kind
    var pattern: String
    /// The pattern whose number of different problems is limited.
    var group: String
    /// The pattern that problems beyond the limit are reported at, if that is another.
    var rest: String?
    /// The place below the pattern.
    var part = ""
    var reason: String
    /// The reason without values.
    var cause = ""

    struct Key: Hashable {
        let pattern, part, cause: String
        let kind: DataReport.Problem.Kind
    }

    var key: Key { Key(pattern: pattern, part: part, cause: cause, kind: kind) }
}
