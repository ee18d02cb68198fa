/// The result of checking stored data against the types of a schema.
///
/// ```swift
/// let report = try await database.check(Root.checks)
/// #expect(report.problems.isEmpty, "\(report)")
/// ```
///
/// As text, it has a line for each pattern with problems, and below it their causes with a place as
/// an example. Problems are grouped, so that the report on a million values fits a screen; the
/// counts are exact.
public struct DataReport: Sendable {
    /// The patterns with values, in the order in which they were found.
    public internal(set) var patterns: [Pattern] = []
    /// The problems, grouped by pattern and cause.
    public internal(set) var problems: [Problem] = []

    /// The values at one pattern.
    public struct Pattern: Sendable {
        /// The keys, joined by `/`, with placeholders: `players/<playerId>`.
        public let pattern: String
        /// The name of the values' type.
        public let type: String
        /// The number of values.
        public internal(set) var count = 0
        /// The number of values that don't decode.
        public internal(set) var failureCount = 0
        /// Whether the values could be checked: their type is `Decodable`.
        public let isChecked: Bool
    }

    /// Values or keys that don't agree with the schema for the same reason.
    public struct Problem: Sendable {
        /// A kind of disagreement.
        public enum Kind: Sendable {
            /// A value that doesn't decode as the pattern's type.
            case value
            /// A value where the schema has nothing.
            case unknown
            /// A key that isn't one of the placeholder's type.
            case key
        }

        /// The pattern that the problem is at.
        public let pattern: String
        /// The kind of disagreement.
        public let kind: Kind
        /// The reason, as in `expected Int, found "12"`. The value is that of the first example.
        public let reason: String
        /// The number of values or keys with this problem.
        public internal(set) var count = 0
        /// The first three places.
        public internal(set) var examples: [TreePlace] = []

        mutating func add(_ place: TreePlace) {
            count += 1
            if examples.count < 3 { examples.append(place) }
        }
    }

    /// The number of values that were decoded, or couldn't be.
    public var checkedCount: Int { patterns.lazy.filter(\.isChecked).map(\.count).reduce(0, +) }

    /// The patterns with values whose type isn't `Decodable`, about which the report says nothing.
    public var unchecked: [Pattern] { patterns.filter { !$0.isChecked } }
}

// MARK: - Text

extension DataReport: CustomStringConvertible {
    public var description: String {
        var rows: [(left: String, right: String)] = []
        let values = Dictionary(grouping: problems.filter { $0.kind == .value }, by: \.pattern)
        for pattern in patterns {
            guard let found = values[pattern.pattern] else { continue }
            rows.append(
                (
                    pattern.pattern,
                    "\(pattern.count.grouped) checked, \(pattern.failureCount.grouped) don't decode"
                ))
            for problem in found { rows.append(("  \(problem.place)", problem.countedReason)) }
        }
        let shown = Set(patterns.map(\.pattern))
        for problem in problems where problem.kind != .value || !shown.contains(problem.pattern) {
            rows.append((problem.pattern, problem.summary))
        }
        for pattern in unchecked {
            rows.append(
                (
                    pattern.pattern,
                    "\(pattern.count.grouped) not checked: \(pattern.type) isn't Decodable"
                ))
        }
        if rows.isEmpty { rows.append(("\(checkedCount.grouped) values checked", "no problem")) }
        let width = min(40, rows.map(\.left.count).max() ?? 0)
        return rows.map { left, right in
            let padding = String(repeating: " ", count: max(0, width - left.count))
            return "\(left)\(padding)  \(right)"
        }.joined(separator: "\n")
    }
}

extension DataReport.Problem {
    fileprivate var place: String { examples.first.map { "\($0)" } ?? pattern }

    fileprivate var countedReason: String {
        count > 1 ? "\(reason)  (\(count.grouped) like this)" : reason
    }

    /// The problem in a line of its own, which has the pattern in it.
    fileprivate var summary: String {
        switch kind {
        case .value: "\(countedReason), as at \(place)"
        case .unknown:
            "\(count.grouped) \(count == 1 ? "value" : "values") where the schema has nothing"
                + reason
        case .key:
            "\(count.grouped) \(count == 1 ? "key is" : "keys are") \(reason): "
                + examples.compactMap { $0.keys.last?.text.debugDescription }
                .joined(separator: ", ") + (count > examples.count ? ", …" : "")
        }
    }
}

extension Int {
    /// The number with commas between groups of three digits.
    fileprivate var grouped: String {
        let digits = Array("\(self)")
        return digits.indices.reduce("") { text, index in
            let isGroup = index > 0 && (digits.count - index).isMultiple(of: 3)
            return text + (isGroup ? "," : "") + String(digits[index])
        }
    }
}
