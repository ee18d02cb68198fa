import TypedPaths

extension TreeDatabase {
    /// Checks that all data decodes as the types that a schema has for it, and that the schema has
    /// a type for all data.
    ///
    /// ```swift
    /// let export = TreeDatabase(try MemoryEngine(contentsOf: exportURL))
    /// let report = try await export.check(Root.checks)
    /// #expect(report.problems.isEmpty, "\(report)")
    /// ```
    ///
    /// `generate-paths --emit checks` makes `Root.checks` from a schema. All data is read once, in
    /// pages of 1,000 children, so that it needn't fit in memory: only values that a model decodes
    /// are read as a whole. Writes may come in between. Of an engine that keeps collections apart
    /// from the values above them, as Firestore does, each collection in the schema is checked.
    ///
    /// Data that a type accepts is no problem, even if the type ignores it. Missing values are none,
    /// except those that a model requires.
    ///
    /// - Parameters:
    ///   - checks: the types of the values.
    ///   - progress: called now and then, with the number of values that have been checked.
    /// - Throws: the engine's error of reading.
    public nonisolated(nonsending) func check(
        _ checks: DataChecks, progress: (Int) -> Void = { _ in }
    ) async throws -> DataReport {
        let run = CheckRun(decoder)
        try await check(CheckedNode.tree(of: checks), at: .root, run, progress)
        progress(run.count)
        return run.report
    }

    private nonisolated(nonsending) func check(
        _ node: CheckedNode, at place: TreePlace, _ run: CheckRun, _ progress: (Int) -> Void
    ) async throws {
        if place != .root || separateKeys(of: .root).isEmpty {
            try await checkValue(node, at: place, run, progress)
        }
        try await checkSeparateChildren(of: node, at: place, run, progress)
    }

    private func separateKeys(of place: TreePlace) -> Set<TreeKey> {
        engine.separateChildren?.keys(place) ?? []
    }

    /// Checks the children that the place's own value lacks.
    private nonisolated(nonsending) func checkSeparateChildren(
        of node: CheckedNode, at place: TreePlace, _ run: CheckRun, _ progress: (Int) -> Void
    ) async throws {
        for key in separateKeys(of: place).sorted() {
            let collection = place.appending(key)
            // An unknown one is a problem only if it has elements.
            if node.child(for: key) == nil, try await !engine.exists(collection) { continue }
            guard let child = run.checkKey(key, of: node, at: place) else { continue }
            try await check(child, at: collection, run, progress)
        }
    }

    private nonisolated(nonsending) func checkValue(
        _ node: CheckedNode, at place: TreePlace, _ run: CheckRun, _ progress: (Int) -> Void
    ) async throws {
        guard node.isReadInParts else {
            if let value = try await engine.read(place, .all).value {
                run.check(value, node, at: place)
            }
            return
        }
        var selection = TreeSelection(limit: .first(Self.pageSize))
        while true {
            let last =
                node.hasShallowElements
                ? try await checkPage(selection, of: node, at: place, run, progress)
                : try await checkChildren(selection, of: node, at: place, run, progress)
            progress(run.count)
            guard let last else { break }
            selection.lower = TreeSelection.Bound(.key(last), isInclusive: false)
        }
        if selection.lower == nil, let value = try await engine.read(place, .all).value {
            run.noteScalar(value, at: place, node)
        }
    }

    /// Checks a page of children with their values. Returns the last key, if there is one.
    private nonisolated(nonsending) func checkPage(
        _ selection: TreeSelection, of node: CheckedNode, at place: TreePlace, _ run: CheckRun,
        _ progress: (Int) -> Void
    ) async throws -> TreeKey? {
        guard let page = try await engine.read(place, selection).value, !page.children.isEmpty
        else { return nil }
        run.check(page, node, at: place)
        if engine.separateChildren != nil {
            for key in page.children.lazy.map(\.key) {
                guard let child = node.child(for: key) else { continue }
                try await checkSeparateChildren(
                    of: child, at: place.appending(key), run, progress)
            }
        }
        return page.children[offset: page.children.count - 1].key
    }

    /// Checks a page of children one by one, since each may be large. Returns the last key, if there
    /// is one.
    private nonisolated(nonsending) func checkChildren(
        _ selection: TreeSelection, of node: CheckedNode, at place: TreePlace, _ run: CheckRun,
        _ progress: (Int) -> Void
    ) async throws -> TreeKey? {
        guard case .children(let keys) = try await engine.keys(of: place, selection) else {
            return nil
        }
        for key in keys {
            if let child = run.checkKey(key, of: node, at: place) {
                try await check(child, at: place.appending(key), run, progress)
            }
        }
        return keys.last
    }

    /// The number of children that are read at a time.
    private static var pageSize: Int { 1000 }
}

// MARK: - One pass

/// One pass over the data, with its findings so far.
///
/// Its memory is bounded by the number of patterns, not of values.
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

    /// The number of different problems of a group that are listed. All further ones are one problem.
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
    /// The group that the limit of different problems counts.
    var group: String
    /// The pattern of problems beyond the limit, if it differs.
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

// MARK: - Failures

/// The reason and the place of a value's failure to decode.
struct CheckFailure {
    /// The place of the part that doesn't fit.
    let place: TreePlace
    /// The indices in the place of keys of dictionary or array elements.
    let elementDepths: Set<Int>
    /// The reason, with the value that was found.
    let reason: String
    /// The reason without values. Failures with equal causes are counted as one problem.
    let cause: String

    /// - Parameters:
    ///   - value: the decoded value.
    ///   - root: the value's place.
    init(_ error: any Error, decoding value: TreeValue, at root: TreePlace) {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?:
            path = Self.path(context, besides: key)
            cause = "no value for key '\(key.stringValue)'"
            reason = cause
        case .typeMismatch(let type, let context)?:
            path = context.codingPath
            let found = (value as TreeValue?)[Self.place(path).relative(to: root)]
            let expected = DecodingError.name(of: type)
            cause = "expected \(expected), found \(found?.kind ?? "nothing")"
            reason = "expected \(expected), found \(found.shortened)"
        case .valueNotFound(let type, let context)?:
            path = context.codingPath
            cause = "expected \(DecodingError.name(of: type)), found nothing"
            reason = cause
        case .dataCorrupted(let context)?:
            path = context.codingPath
            cause = "corrupted"
            reason = context.debugDescription
        default:
            path = root.codingPath
            cause = "\(type(of: error))"
            reason = "\(error)"
        }
        place = Self.place(path)
        elementDepths = Set(
            path.indices.filter { (path[$0] as? TreeCodingKey)?.isElement == true })
    }

    private static func path(
        _ context: DecodingError.Context, besides key: any CodingKey
    ) -> [any CodingKey] {
        let path = context.codingPath
        return path.last?.stringValue == key.stringValue ? path.dropLast() : path
    }

    private static func place(_ path: [any CodingKey]) -> TreePlace {
        TreePlace(path.map { TreeKey($0.stringValue) })
    }
}

extension TreeValue? {
    /// The value, or a part of it that fits in a line.
    fileprivate var shortened: String {
        switch self {
        case nil: return "nothing"
        case .children(let children):
            let keys = children.prefix(3).map(\.key.text).joined(separator: ", ")
            return "children (\(keys)\(children.count > 3 ? ", …" : ""))"
        case .string(let text):
            return text.count > 40
                ? "\(text.prefix(40).debugDescription)…" : text.debugDescription
        case let value?: return "\(value)"
        }
    }
}

/// Suggestions for misspelled keys.
enum ClosestKey {
    /// Returns the key that a text was probably meant to be: one that differs in a letter, or in two
    /// of five or more.
    static func find(_ text: String, among keys: [String]) -> String? {
        let limit = text.count < 5 ? 1 : 2
        let distances = keys.map { (key: $0, distance: distance(text, $0)) }
        return distances.min { $0.distance < $1.distance }.flatMap {
            $0.distance <= limit ? $0.key : nil
        }
    }

    /// Returns the number of letters to insert, remove or replace.
    private static func distance(_ a: String, _ b: String) -> Int {
        let b = Array(b.lowercased())
        var row = Array(0...b.count)
        for (i, letter) in a.lowercased().enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let replaced = diagonal + (letter == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
