import PathSchema

/// Reads security rules in Firebase's format: JSON with comments, trailing commas, and multiline
/// strings.
///
/// ```
/// SourceText ──RulesComments──▶ JSON ──RulesDocument──▶ RulesNode
/// ```
package struct RulesDocument {
    private let source: SourceText
    private let index: Int
    private let isStrict: Bool
    private var diagnostics: Diagnostics

    /// - Parameters:
    ///   - index: the index of the text among the run's inputs.
    ///   - isStrict: whether the rules are going to be evaluated: `.read` and `.write` must be
    ///     expressions as well. Otherwise what the service would refuse is a warning.
    /// - Returns: `nil` if there are errors.
    package static func read(
        _ source: SourceText, index: Int = 0, isStrict: Bool = false,
        reportingTo diagnostics: inout Diagnostics
    ) -> RulesNode? {
        var reader = RulesDocument(
            source: source, index: index, isStrict: isStrict, diagnostics: diagnostics)
        let root = reader.read()
        diagnostics = reader.diagnostics
        if diagnostics.hasErrors { return nil }
        if let root, !isStrict {
            RulesCompiler.warn(of: root, in: source, reportingTo: &diagnostics)
        }
        return root
    }

    private mutating func read() -> RulesNode? {
        if source.isOfAnotherService {
            diagnostics.error(
                "these are rules of Cloud Firestore or Cloud Storage",
                at: SourceRange(source: index, lower: 0, upper: 0),
                advice: "those of the Realtime Database are JSON: { \"rules\": { … } }")
            return nil
        }
        let isEmpty = source.utf8.allSatisfy(\.isJSONSpace)
        if isEmpty {
            diagnostics.error(
                "the file is empty", at: SourceRange(source: index, lower: 0, upper: 0),
                advice: Self.form)
            return nil
        }
        let json = SourceText(name: source.name, utf8: RulesComments.json(source.utf8))
        guard let document = JSONReader.read(json, index: index, reportingTo: &diagnostics),
            !diagnostics.hasErrors
        else { return nil }
        return readTop(document)
    }

    private static let form = "a file of rules is { \"rules\": { … } }"

    private mutating func readTop(_ document: JSONNode) -> RulesNode? {
        guard case .object(let members) = document.value else {
            diagnostics.error(
                "expected an object, found \(document.description)", at: document.range,
                advice: Self.form)
            return nil
        }
        let rules = members.first { $0.key.text == "rules" }
        for member in members where member.key.text != "rules" && (rules != nil || !isStrict) {
            diagnostics.error(
                "expected \"rules\", found \(Visible.quoted(member.key.text))",
                at: member.key.range, advice: Self.form)
        }
        guard let rules else {
            if isStrict {
                let start = document.bytes.lower + 1
                diagnostics.error(
                    "Expected 'rules' property.",
                    at: SourceRange(source: index, lower: start, upper: start), advice: Self.form)
            } else if members.isEmpty {
                diagnostics.error("there is no \"rules\"", at: document.range, advice: Self.form)
            }
            return nil
        }
        return readNode(rules.value, depth: 0)
    }

    private mutating func readNode(_ json: JSONNode, depth: Int) -> RulesNode? {
        guard case .object(let members) = json.value else {
            diagnostics.error(
                "expected an object with rules, found \(json.description)", at: json.range,
                advice: "a place is an object, as in \"name\": { \".validate\": … }")
            return nil
        }
        var node = RulesNode(object: json)
        for member in members {
            if member.key.text.hasPrefix(".") {
                readRule(member, of: &node)
            } else if depth == KeyRules.maximumDepth {
                diagnostics.error(
                    "this key is nested more than \(KeyRules.maximumDepth) levels deep",
                    at: member.key.range, advice: "Firebase allows no deeper paths")
                return nil
            } else {
                readChild(member, of: &node, depth: depth)
            }
        }
        return node
    }

    private mutating func readChild(_ member: JSONMember, of node: inout RulesNode, depth: Int) {
        let child = readNode(member.value, depth: depth + 1)
        switch KeyRules.kind(of: member.key.text) {
        case .child:
            if let child { node.children.append(.init(key: member.key, node: child)) }
        case .directive:
            readWildcard(member, child, of: &node)
        case .placeholder:
            diagnostics.error(
                "\(Visible.quoted(member.key.text)) is a placeholder of a schema",
                at: member.key.range, advice: "any key is written \"$userId\" in rules")
        case .forbidden(let violation):
            diagnostics.error(
                violation.message, at: member.key.range(of: violation.bytes),
                advice: violation.advice)
        }
    }

    private mutating func readWildcard(
        _ member: JSONMember, _ child: RulesNode?, of node: inout RulesNode
    ) {
        let name = member.key.text.unicodeScalars.dropFirst()
        guard !name.isEmpty, name.allSatisfy({ $0.isASCIILetterOrDigit || $0 == "_" }) else {
            diagnostics.error(
                "\(Visible.quoted(member.key.text)) can't be a variable", at: member.key.range,
                advice: "a variable is a \"$\" with letters, digits and underscores after it")
            return
        }
        if let first = node.wildcard {
            diagnostics.error(
                "a place can have only one variable", at: member.key.range,
                and: "the first is here", at: first.key.range)
        } else if let child {
            node.children.append(.init(key: member.key, node: child))
        }
    }
}

extension RulesDocument {
    private mutating func readRule(_ member: JSONMember, of node: inout RulesNode) {
        switch member.key.text {
        case ".read": node.read = readExpression(member)
        case ".write": node.write = readExpression(member)
        case ".validate": node.validate = readExpression(member)
        case ".indexOn": node.index = readIndex(member)
        default:
            diagnostics.error(
                "unknown rule \(Visible.quoted(member.key.text))", at: member.key.range,
                advice: "the rules are .read, .write, .validate and .indexOn")
        }
    }

    private mutating func readExpression(_ member: JSONMember) -> RulesNode.Rule? {
        switch member.value.value {
        case .boolean:
            let isTrue = source.utf8[member.value.bytes.lower] == UInt8(ascii: "t")
            let text = "\(isTrue)"
            return .init(
                value: member.value,
                parsed: ParsedExpression(
                    source: text, expression: .bool(isTrue), ranges: [0..<text.utf8.count]))
        case .string(let string):
            do {
                return .init(value: member.value, parsed: try RulesParser.parseRule(string.text))
            } catch {
                report(error, in: string, of: member.key.text)
                return nil
            }
        default:
            diagnostics.error(
                "expected an expression for \"\(member.key.text)\", "
                    + "found \(member.value.description)", at: member.value.range)
            return nil
        }
    }

    /// Reports an unreadable expression. Only in `.validate` is it an error, since access rules say
    /// little about the shape of the data.
    private mutating func report(
        _ error: RulesExpressionError, in string: JSONString, of rule: String
    ) {
        let end = min(error.offset + 1, string.text.utf8.count)
        let range = JSONOffsets.range(of: min(error.offset, end)..<end, in: string, of: source)
        let message = "this is not an expression of security rules: \(error.message)"
        if isStrict || rule == ".validate" {
            diagnostics.error(message, at: range)
        } else {
            diagnostics.report(
                Diagnostic(.warning, message, at: range, notes: [.init("this \(rule) is ignored")]))
        }
    }

    private mutating func readIndex(_ member: JSONMember) -> RulesNode.Index? {
        let values: [JSONNode] =
            if case .array(let elements) = member.value.value { elements } else { [member.value] }
        var children: [String] = []
        for value in values {
            guard case .string(let string) = value.value else {
                diagnostics.error(
                    "expected the key of a child for \".indexOn\", found \(value.description)",
                    at: value.range, advice: "as in [\"score\", \"name\"]")
                continue
            }
            if !children.contains(string.text) { children.append(string.text) }
        }
        return RulesNode.Index(value: member.value, children: children)
    }
}

extension SourceText {
    /// Whether the rules are in the language of Firebase's other databases.
    fileprivate var isOfAnotherService: Bool {
        let beginning = String(decoding: utf8.prefix(2_000), as: UTF8.self)
        return beginning.contains("service cloud.firestore")
            || beginning.contains("service firebase.storage")
    }
}

// MARK: - The places

/// A place of a database with its security rules.
package struct RulesNode {
    /// The node's object in the file.
    package let object: JSONNode
    /// The children in document order, with at most one variable.
    package var children: [Child] = []
    package var read: Rule?
    package var write: Rule?
    package var validate: Rule?
    /// The children that order queries.
    package var index: Index?

    package struct Child {
        package let key: JSONString
        package let node: RulesNode

        /// Whether the child is a variable, which matches every key that no sibling has.
        package var isVariable: Bool { key.text.hasPrefix("$") }
    }

    /// The value of `.read`, `.write` or `.validate`: an expression, `true` or `false`.
    package struct Rule {
        package let value: JSONNode
        package let parsed: ParsedExpression

        package var expression: RulesExpression { parsed.expression }
    }

    package struct Index {
        package let value: JSONNode
        package let children: [String]
    }

    init(object: JSONNode) {
        self.object = object
    }

    package subscript(key: String) -> RulesNode? {
        children.first { $0.key.text.hasSameBytes(as: key) }?.node
    }

    /// The variable among the children, which matches every key that no sibling has.
    package var wildcard: Child? { children.first(where: \.isVariable) }

    /// Whether the rules say nothing of this place, nor of any below.
    var isTransparent: Bool {
        read == nil && write == nil && index == nil && children.isEmpty
            && (validate == nil || validate?.expression == .bool(true))
    }

    /// Whether the rules forbid any data at this place.
    package var isForbidden: Bool { validate?.expression.forbidsData ?? false }
}

extension RulesExpression {
    /// Whether no data meets the condition: `false`, `$other == null`, `!newData.exists()`.
    fileprivate var forbidsData: Bool {
        switch self {
        case .bool(false), .not(.call(.name("newData"), "exists", [])): true
        case .binary(let value, .equal, .null), .binary(.null, .equal, let value):
            switch value {
            case .name(let name): name.hasPrefix("$")
            default: value == .call(.name("newData"), "val", [])
            }
        default: false
        }
    }
}

// MARK: - Comments

/// Removes comments from rules files, since they aren't part of JSON.
package enum RulesComments {
    /// Returns the text with its comments replaced by spaces, so that all offsets are preserved.
    ///
    /// An unterminated comment is kept, for the JSON reader to report.
    package static func blanked(_ text: [UInt8]) -> [UInt8] {
        var blanked = text
        for comment in ranges(in: text) {
            for offset in comment where text[offset] != UInt8(ascii: "\n") {
                blanked[offset] = UInt8(ascii: " ")
            }
        }
        return blanked
    }

    /// Returns the text as JSON with all offsets preserved: comments, trailing commas, and line
    /// breaks and tabs in strings are replaced by spaces.
    package static func json(_ text: [UInt8]) -> [UInt8] {
        var json = blanked(text)
        var position = 0
        var comma: Int?
        // The last byte other than white space: only a comma after a value is a trailing comma.
        var last = UInt8(ascii: "{")
        while position < json.count {
            let byte = json[position]
            switch byte {
            case UInt8(ascii: "\""):
                let end = endOfString(in: json, from: position)
                if json[end - 1] != UInt8(ascii: "\n") {
                    for offset in position..<end where [0x0A, 0x0D, 0x09].contains(json[offset]) {
                        json[offset] = UInt8(ascii: " ")
                    }
                }
                position = end - 1
                comma = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { json[comma] = UInt8(ascii: " ") }
                comma = nil
            case UInt8(ascii: ","): comma = "{[,:".utf8.contains(last) ? nil : position
            case _ where byte.isJSONSpace: break
            default: comma = nil
            }
            if !byte.isJSONSpace { last = byte }
            position += 1
        }
        return json
    }

    /// Returns the ranges of the comments, without the line breaks after them.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard text.contains(UInt8(ascii: "/")) else { return [] }
        var ranges: [Range<Int>] = []
        var position = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): position = endOfString(in: text, from: position)
            case UInt8(ascii: "/"):
                let end = endOfComment(in: text, from: position)
                if end > position { ranges.append(position..<end) }
                position = max(end, position + 1)
            default: position += 1
            }
        }
        return ranges
    }

    /// Returns the offset after a string, which may contain line breaks. An unterminated string
    /// ends with its line.
    private static func endOfString(in text: [UInt8], from start: Int) -> Int {
        var position = start + 1
        var firstBreak: Int?
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            if text[position] == UInt8(ascii: "\\") { position += 1 }
            if position < text.count, text[position] == UInt8(ascii: "\n") {
                firstBreak = firstBreak ?? position
            }
            position += 1
        }
        let end = min(position + 1, text.count)
        guard let firstBreak, !canFollowString(from: end, in: text) else { return end }
        return firstBreak + 1
    }

    /// Whether the next text can follow a string. Otherwise the string's last quote is the first of
    /// another string, and the string is unterminated.
    private static func canFollowString(from offset: Int, in text: [UInt8]) -> Bool {
        guard let next = text[offset...].first(where: { !$0.isJSONSpace }) else { return false }
        return ",}]/".utf8.contains(next)
    }

    /// Returns the end of a comment; `start` if no comment begins there, or if it is unterminated.
    private static func endOfComment(in text: [UInt8], from start: Int) -> Int {
        guard start + 1 < text.count else { return start }
        switch text[start + 1] {
        case UInt8(ascii: "/"):
            return text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        case UInt8(ascii: "*"):
            var position = start + 2
            while position + 1 < text.count {
                if text[position] == UInt8(ascii: "*"), text[position + 1] == UInt8(ascii: "/") {
                    return position + 2
                }
                position += 1
            }
            return start
        default: return start
        }
    }
}

extension UInt8 {
    /// Whether the byte is white space in JSON.
    var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

// MARK: - Offsets

/// The places of a JSON string's characters in its source.
enum JSONOffsets {
    /// Returns the bytes of a part of a string's text in its source, where escapes make it longer.
    static func range(
        of part: Range<Int>, in string: JSONString, of source: SourceText
    ) -> SourceRange {
        let bytes = source.utf8[string.bytes.lower..<string.bytes.upper]
        return SourceRange(
            source: string.bytes.source, lower: sourceOffset(of: part.lowerBound, in: bytes),
            upper: sourceOffset(of: part.upperBound, in: bytes))
    }

    /// Returns the source offset of a byte of the text whose source, with escapes, is given.
    private static func sourceOffset(of offset: Int, in source: ArraySlice<UInt8>) -> Int {
        var position = source.startIndex
        var count = 0
        while position < source.endIndex, count < offset {
            guard source[position] == UInt8(ascii: "\\") else {
                (position, count) = (position + 1, count + 1)
                continue
            }
            let letter = source[position...].dropFirst().first
            guard letter == UInt8(ascii: "u") else {
                (position, count) = (position + 2, count + 1)
                continue
            }
            let digits = String(decoding: source[position...].dropFirst(2).prefix(4), as: UTF8.self)
            let unit = UInt16(digits, radix: 16) ?? 0
            // A pair of surrogates is four bytes.
            count += UTF16.isSurrogate(unit) ? 2 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
            position += 6
        }
        return min(position, source.endIndex)
    }
}
