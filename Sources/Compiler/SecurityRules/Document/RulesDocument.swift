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
        let isEmpty = source.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
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
