import PathSchema

/// Edits of a rules file that preserve the rest of the text: white space, comments, order.
struct RulesEdits {
    private let text: [UInt8]
    /// The text with its comments replaced by spaces.
    private let blanked: [UInt8]
    /// The comments in document order.
    private let comments: [Range<Int>]
    private let lines: SourceLines
    private var changes: [(range: Range<Int>, text: String)] = []

    init(_ source: SourceText) {
        text = source.utf8
        blanked = RulesComments.blanked(text)
        comments = RulesComments.ranges(in: text)
        lines = SourceLines(source)
    }

    /// The text with all edits applied.
    var result: [UInt8] {
        var result: [UInt8] = []
        var position = 0
        let ordered = changes.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, change) in ordered {
            result += text[position..<change.range.lowerBound] + Array(change.text.utf8)
            position = change.range.upperBound
        }
        return result + text[position...]
    }

    mutating func replace(_ range: Range<Int>, with replacement: String) {
        changes.append((range, replacement))
    }

    /// Returns the text of a range in the file.
    func text(_ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
    }
}

// MARK: - New members

extension RulesEdits {
    /// A member to be added to an object. Its value depends on its indentation.
    struct Member {
        let key: String
        /// - Parameter indentation: the indentation of the member's line; `nil` to write the value
        ///   on one line.
        let value: (_ indentation: String?) -> String
    }

    /// Adds members to an object.
    ///
    /// - Parameter position: the number of existing members before the new ones.
    mutating func insert(_ new: [Member], after position: Int, in object: JSONNode) {
        guard case .object(let members) = object.value, !new.isEmpty else { return }
        let range = object.bytes.lower..<object.bytes.upper
        let isOnOneLine =
            !members.isEmpty
            && startOfLine(at: range.lowerBound) == startOfLine(at: range.upperBound)
        let indentation = isOnOneLine ? nil : indentation(of: members, in: range)
        let separator = indentation.map { "\n\($0)" } ?? " "
        let texts = new.map { "\(JSONText.quoted($0.key)): \($0.value(indentation))" }
        let list = texts.joined(separator: "," + separator)
        if members.isEmpty {
            fill(range, with: separator + list)
        } else if position == 0 {
            let start = endOfLine(after: range.lowerBound + 1)
            replace(start..<start, with: "\(separator)\(list),")
        } else if position < members.count {
            let end = members[position - 1].value.extent.upperBound
            let comma = blanked[end...].firstIndex(of: UInt8(ascii: ",")).map { $0 + 1 }
            let start = endOfLine(after: comma ?? end)
            replace(start..<start, with: "\(separator)\(list),")
        } else {
            let end = members[position - 1].value.extent.upperBound
            append(list, after: end, separator, isOnOneLine)
        }
    }

    /// Adds members after the last one of an object, which may have a trailing comma.
    private mutating func append(
        _ list: String, after end: Int, _ separator: String, _ isOnOneLine: Bool
    ) {
        let next = blanked[end...].firstIndex { !$0.isJSONSpace }
        if let next, blanked[next] == UInt8(ascii: ",") {
            let start = isOnOneLine ? next + 1 : endOfLine(after: next + 1)
            replace(start..<start, with: "\(separator)\(list),")
        } else {
            let start = isOnOneLine ? end : endOfLine(after: end)
            replace(end..<end, with: ",")
            replace(start..<start, with: separator + list)
        }
    }

    /// Fills an object without members, which may contain comments.
    private mutating func fill(_ object: Range<Int>, with list: String) {
        let contents = object.lowerBound + 1..<object.upperBound - 1
        let outer = "\n\(indentation(at: object.lowerBound))"
        let end = text[contents].lastIndex { !$0.isJSONSpace }.map { $0 + 1 }
        replace((end ?? contents.lowerBound)..<contents.upperBound, with: list + outer)
    }

    /// Returns the indentation of an object's members: that of the first member that begins a line,
    /// or two spaces more than the object's line.
    private func indentation(of members: [JSONMember], in object: Range<Int>) -> String {
        for member in members {
            let quote = member.key.bytes.lower - 1
            let start = startOfLine(at: quote)
            if text[start..<quote].allSatisfy(\.isJSONSpace) { return text(start..<quote) }
        }
        return indentation(at: object.lowerBound) + "  "
    }

    private func indentation(at offset: Int) -> String {
        let start = startOfLine(at: offset)
        let end = text[start...].firstIndex { !$0.isJSONSpace || $0 == 0x0A } ?? text.count
        return text(start..<min(end, offset))
    }

    private func startOfLine(at offset: Int) -> Int {
        lines.line(at: offset).lowerBound
    }

    /// Returns the end of the line if only a comment follows the offset; otherwise the offset
    /// itself.
    private func endOfLine(after offset: Int) -> Int {
        let end = max(offset, lines.line(at: offset).upperBound)
        guard blanked[offset..<end].allSatisfy(\.isJSONSpace) else { return offset }
        // A comment may extend to the next line.
        return comment(at: end)?.upperBound ?? end
    }

    private func comment(at offset: Int) -> Range<Int>? {
        var (low, high) = (0, comments.count)
        while low < high {
            let middle = (low + high) / 2
            if comments[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < comments.count && comments[low].contains(offset) ? comments[low] : nil
    }
}

extension JSONNode {
    /// The range of the value, including the quotes of a string.
    var extent: Range<Int> {
        if case .string = value {
            bytes.lower - 1..<bytes.upper + 1
        } else {
            bytes.lower..<bytes.upper
        }
    }
}

// MARK: - Members of an object of rules

/// The members to be added to an object of rules: rules after its rules, children after its
/// children, and the variable for all other keys at its end.
struct NewMembers {
    private let ruleCount: Int
    private let childCount: Int
    private let count: Int
    private var rules: [RulesEdits.Member] = []
    private var children: [RulesEdits.Member] = []
    private var last: [RulesEdits.Member] = []

    init(_ node: RulesNode) {
        var keys: [String] = []
        if case .object(let members) = node.object.value { keys = members.map(\.key.text) }
        count = keys.count
        ruleCount = keys.lastIndex { $0.hasPrefix(".") }.map { $0 + 1 } ?? 0
        childCount = keys.lastIndex { !$0.hasPrefix("$") }.map { $0 + 1 } ?? 0
    }

    /// The new members, each list with the number of existing members before it.
    var all: [(position: Int, members: [RulesEdits.Member])] {
        var groups: [Int: [RulesEdits.Member]] = [:]
        for (position, members) in [(ruleCount, rules), (childCount, children), (count, last)]
        where !members.isEmpty {
            groups[position, default: []] += members
        }
        return groups.map { ($0.key, $0.value) }.sorted { $0.position < $1.position }
    }

    mutating func addRule(_ key: String, _ value: String) {
        rules.append(.init(key: key) { _ in value })
    }

    mutating func add(_ child: SchemaRules.Child) {
        let member = RulesEdits.Member(key: child.key) { indentation in
            let column = indentation.map { $0.utf8.count + JSONText.quoted(child.key).count + 2 }
            return RulesText.object(child.rules, indentation: indentation ?? "", column: column)
        }
        if child.isVariable { last.append(member) } else { children.append(member) }
    }
}

extension SchemaRules.Child {
    /// Returns the child with some variables renamed.
    ///
    /// - Parameters:
    ///   - names: the new names of variables on the way to the child.
    ///   - taken: the variables on the way to the child, which must not be used again.
    func renamed(
        _ names: [String: String], besides taken: Set<String>
    ) -> SchemaRules.Child {
        var names = names
        var key = key
        if isVariable {
            if taken.contains(key) { key = key.numbered { !taken.contains($0) } }
            names[self.key] = key
        }
        var rules = rules
        let inner = isVariable ? taken.union([key]) : taken
        rules.conditions = rules.conditions.map { $0.renamed(names) }
        rules.children = rules.children.map { $0.renamed(names, besides: inner) }
        return SchemaRules.Child(key: key, rules: rules, isListed: isListed)
    }
}

extension RulesExpression {
    /// Returns the expression with some variables renamed.
    func renamed(_ names: [String: String]) -> RulesExpression {
        switch self {
        case .name(let name): .name(names[name] ?? name)
        case .call(let base, let method, let arguments):
            .call(base.renamed(names), method, arguments.map { $0.renamed(names) })
        default: self
        }
    }
}
