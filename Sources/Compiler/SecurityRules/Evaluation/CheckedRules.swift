import PathSchema

/// The rules of a database, checked and ready to decide.
package struct CheckedRules: Sendable {
    let root: Node

    /// The rules of a place.
    final class Node: Sendable {
        /// The place in the rules, as in `rooms/$roomId`.
        let pattern: [String]
        let read, write, validate: Rule?
        let indexes: [String]
        let children: [ExactText: Node]
        /// The rules of all keys without rules of their own.
        let variable: Node?
        /// Whether a place below has a `.validate`.
        let hasValidationBelow: Bool
        /// Whether the rules are those of a `$variable`.
        let isVariable: Bool

        init(
            pattern: [String], read: Rule?, write: Rule?, validate: Rule?, indexes: [String],
            children: [ExactText: Node], variable: Node?
        ) {
            self.pattern = pattern
            isVariable = pattern.last?.hasPrefix("$") ?? false
            (self.read, self.write, self.validate) = (read, write, validate)
            self.indexes = indexes
            (self.children, self.variable) = (children, variable)
            hasValidationBelow = (children.values + [variable].compactMap { $0 }).contains {
                $0.validate != nil || $0.hasValidationBelow
            }
        }

        func child(_ key: String) -> Node? { children[ExactText(key)] ?? variable }
    }

    /// A rule of a place.
    struct Rule: Sendable {
        let kind: RuleKind
        let source: String
        let expression: CheckedExpression
    }

    /// Creates rules that allow all access, or none.
    package init(isOpen: Bool) {
        let source = "\(isOpen)"
        let expression = CheckedExpression(
            .literal(.bool(isOpen)), at: 0..<source.utf8.count)
        root = Node(
            pattern: [], read: Rule(kind: .read, source: source, expression: expression),
            write: Rule(kind: .write, source: source, expression: expression), validate: nil,
            indexes: [], children: [:], variable: nil)
    }

    init(root: Node) {
        self.root = root
    }

    /// The declared indexes of a place's children: `.value`, or paths below each child.
    package func indexes(at place: [String]) -> [String] {
        place.reduce(root) { $0?.child($1) }?.indexes ?? []
    }
}

// MARK: - Requests

/// A request for which rules decide: who makes it, when, and over which data.
package struct RulesRequest: Sendable {
    /// The user: `nil` for nobody, else the data of `auth`.
    package var auth: (any RuleData)?
    /// The time in milliseconds since 1970.
    package var now: Double
    /// The data of the database, before any write.
    package var root: (any RuleData)?

    package init(auth: (any RuleData)?, now: Double, root: (any RuleData)?) {
        (self.auth, self.now, self.root) = (auth, now, root)
    }
}

/// A node of the rules on the way down to a place, with the values of its names.
struct RulesPosition {
    private(set) var node: CheckedRules.Node?
    private(set) var scope: RuleScope

    init(_ rules: CheckedRules, _ request: RulesRequest, newRoot: (any RuleData)?) {
        node = rules.root
        scope = RuleScope(
            auth: request.auth, now: request.now, root: request.root,
            newData: RuleSnapshot(root: newRoot))
    }

    mutating func setQuery(_ query: RuleQuery) { scope.query = query }

    /// Returns the position of a child.
    func child(_ key: String) -> RulesPosition {
        child(key, node?.child(key), scope.newData.data?.child(key))
    }

    /// Returns the position of a child whose rules and new data are known.
    func child(
        _ key: String, _ rules: CheckedRules.Node?, _ newData: (any RuleData)?
    ) -> RulesPosition {
        var child = self
        child.node = rules
        if let rules, rules.isVariable { child.scope.variables.append(key) }
        child.scope.newData = scope.newData.child(key, newData)
        return child
    }

    func isTrue(_ rule: CheckedRules.Rule) -> Bool {
        if case .literal(.scalar(.bool(let value))) = rule.expression.operation { return value }
        var evaluator = RuleEvaluator(scope)
        return evaluator.isTrue(rule.expression)
    }

    /// Returns the rule with the values that decided; `nil` if the node has no such rule.
    func evaluated(_ rule: CheckedRules.Rule?) -> EvaluatedRule? {
        guard let rule, let node else { return nil }
        return EvaluatedRule(rule, at: node, in: scope)
    }
}

// MARK: - Reading

extension CheckedRules {
    /// Returns the reason why a place may not be read; `nil` if it may.
    ///
    /// A rule from the root to the place must allow it; rules below the place are ignored.
    package func refusal(
        ofReading place: [String], _ query: RuleQuery = RuleQuery(), by request: RulesRequest
    ) -> RulesRefusal? {
        var position = RulesPosition(self, request, newRoot: request.root)
        position.setQuery(query)
        var closed: [RulesPosition] = []
        for depth in 0...place.count {
            if depth > 0 { position = position.child(place[depth - 1]) }
            guard let rule = position.node?.read else { continue }
            if position.isTrue(rule) { return nil }
            closed.append(position)
        }
        return RulesRefusal(
            kind: .read, place: place, rules: closed.compactMap { $0.evaluated($0.node?.read) })
    }
}

// MARK: - Writing

extension CheckedRules {
    /// Returns the reason why places may not be written; `nil` if they may.
    ///
    /// Each place needs a `.write` that allows it, from the root to the place. Each `.validate` at
    /// the places, above and below them, must be true where there are new data.
    ///
    /// - Parameters:
    ///   - newRoot: the data after all of the write.
    ///   - isPermitted: whether only `.validate` decides.
    package func refusal(
        ofWriting places: [[String]], by request: RulesRequest, newRoot: (any RuleData)?,
        isPermitted: Bool = false
    ) -> RulesRefusal? {
        if places.isEmpty { return nil }
        var written = WrittenPlaces()
        for place in places { written.insert(place[...]) }
        var check = WriteCheck()
        check.check(
            RulesPosition(self, request, newRoot: newRoot), written,
            isAllowed: isPermitted)
        return check.refusal
    }
}

/// The places of a write, as a tree.
private struct WrittenPlaces {
    private(set) var isWritten = false
    /// The keys in the order of the write.
    private(set) var children: [(key: String, places: WrittenPlaces)] = []
    private var offsets: [ExactText: Int] = [:]

    mutating func insert(_ place: ArraySlice<String>) {
        guard let key = place.first else {
            isWritten = true
            return
        }
        let offset = offsets[ExactText(key)] ?? children.count
        if offset == children.count {
            offsets[ExactText(key)] = offset
            children.append((key, WrittenPlaces()))
        }
        children[offset].places.insert(place.dropFirst())
    }
}

/// A walk over the rules and data of a write, which ends with the first refusal.
private struct WriteCheck {
    private(set) var refusal: RulesRefusal?
    /// The positions on the way whose `.write` is false.
    private var closed: [RulesPosition] = []

    /// Checks the rules at a place on the way to the written ones, and below it.
    mutating func check(_ position: RulesPosition, _ places: WrittenPlaces, isAllowed: Bool) {
        var isAllowed = isAllowed
        var isClosed = false
        if !isAllowed, let rule = position.node?.write {
            isAllowed = position.isTrue(rule)
            isClosed = !isAllowed
        }
        if isClosed { closed.append(position) }
        defer { if isClosed { closed.removeLast() } }
        if places.isWritten, !isAllowed {
            refusal = RulesRefusal(
                kind: .write, place: position.scope.newData.keys,
                rules: closed.compactMap { $0.evaluated($0.node?.write) })
            return
        }
        validate(position)
        if places.isWritten {
            validateChildren(of: position)
        } else {
            for child in places.children where refusal == nil {
                check(position.child(child.key), child.places, isAllowed: isAllowed)
            }
        }
    }

    private mutating func validate(_ position: RulesPosition) {
        guard refusal == nil, let rule = position.node?.validate,
            position.scope.newData.exists, !position.isTrue(rule)
        else { return }
        refusal = RulesRefusal(
            kind: .validate, place: position.scope.newData.keys,
            rules: [position.evaluated(rule)].compactMap { $0 })
    }

    private mutating func validateChildren(of position: RulesPosition) {
        guard refusal == nil, let node = position.node, node.hasValidationBelow,
            let data = position.scope.newData.data, data.scalar == nil
        else { return }
        var check = self
        data.forEachChild { key, data in
            if let rules = node.child(key) {
                let child = position.child(key, rules, data)
                check.validate(child)
                check.validateChildren(of: child)
            }
            return check.refusal == nil
        }
        self = check
    }
}

// MARK: - Explanations

/// The reason why rules refuse a request.
package struct RulesRefusal: Sendable {
    package let kind: RuleKind
    /// The place at which access is refused, or whose new data are invalid.
    package let place: [String]
    /// The rules that were evaluated without allowing the request; for ``RuleKind/validate``, the
    /// one that refused the data.
    package let rules: [EvaluatedRule]
}

/// A rule that was evaluated, and the values that decided.
package struct EvaluatedRule: Sendable {
    package let kind: RuleKind
    /// The place in the rules, as in `rooms/$roomId`.
    package let pattern: [String]
    package let source: String
    /// The parts that have been evaluated, each with its value, or with the reason why it has none.
    package private(set) var parts: [(source: String, value: String)] = []

    /// The limits of an explanation, which handwritten rules don't reach.
    private static let maximumLength = 1_000
    private static let maximumCount = 100

    init(_ rule: CheckedRules.Rule, at node: CheckedRules.Node, in scope: RuleScope) {
        kind = rule.kind
        pattern = node.pattern
        source = rule.source
        var evaluator = RuleEvaluator(scope, isTracing: true)
        _ = evaluator.isTrue(rule.expression)
        let bytes = Array(source.utf8)
        for (range, value) in evaluator.trace ?? [] {
            if case .snapshot = value { continue }
            add(bytes[range], "\(value)")
        }
        if let (range, failure) = evaluator.failure {
            add(bytes[range], "an error: \(failure.message)")
        }
    }

    /// Adds a part, unless it is a literal or has been added already.
    private mutating func add(_ bytes: ArraySlice<UInt8>, _ value: String) {
        guard bytes.count <= Self.maximumLength, parts.count < Self.maximumCount else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let isLiteral = text == value || text == "'\(value.dropFirst().dropLast())'"
        if isLiteral || parts.contains(where: { $0.source == text }) { return }
        parts.append((text, value))
    }
}

extension RulesRefusal: CustomStringConvertible {
    /// The rules that refused, and the values of their parts, a line each.
    package var description: String {
        if rules.isEmpty { return "no \(kind.rawValue) rule at this place or above it" }
        return rules.map(\.description).joined(separator: "\n")
    }
}

extension EvaluatedRule: CustomStringConvertible {
    package var description: String {
        let shown = source.utf8.count > Self.maximumLength ? "\(source.prefix(200))…" : source
        let head = "\(kind.rawValue) of /\(pattern.joined(separator: "/")) is false: \(shown)"
        let lines = parts.filter { $0.source != source || $0.value != "false" }
            .map { "\n  \($0.source) is \($0.value)" }
        return head + lines.joined()
    }
}

// MARK: - Compilation

/// Compiles a file of rules, and reports everything for which the service refuses rules.
package struct RulesCompiler {
    private let source: SourceText
    private var diagnostics: Diagnostics

    /// - Returns: `nil` if there are errors.
    package static func compile(
        _ source: SourceText, reportingTo diagnostics: inout Diagnostics
    ) -> CheckedRules? {
        guard
            let root = RulesDocument.read(source, isStrict: true, reportingTo: &diagnostics)
        else { return nil }
        var compiler = RulesCompiler(source: source, diagnostics: diagnostics)
        let checked = compiler.compile(root, at: [])
        diagnostics = compiler.diagnostics
        return diagnostics.hasErrors ? nil : CheckedRules(root: checked)
    }

    /// Warns of everything for which the service would refuse rules that are only read, or added to.
    static func warn(
        of root: RulesNode, in source: SourceText, reportingTo diagnostics: inout Diagnostics
    ) {
        var compiler = RulesCompiler(source: source, diagnostics: Diagnostics())
        _ = compiler.compile(root, at: [])
        for error in compiler.diagnostics.inDocumentOrder {
            diagnostics.report(
                Diagnostic(
                    .warning, "the service refuses these rules: \(error.message)",
                    at: error.range, notes: error.notes))
        }
    }

    private mutating func compile(_ node: RulesNode, at pattern: [String]) -> CheckedRules.Node {
        var children: [ExactText: CheckedRules.Node] = [:]
        var variable: CheckedRules.Node?
        for child in node.children {
            let name = child.key.text
            if child.isVariable, pattern.contains(name) {
                diagnostics.error(
                    "Variable '\(name)' is already used on the way to this place.",
                    at: child.key.range)
            }
            let rules = compile(child.node, at: pattern + [name])
            if child.isVariable { variable = rules } else { children[ExactText(name)] = rules }
        }
        return CheckedRules.Node(
            pattern: pattern, read: check(node.read, .read, pattern),
            write: check(node.write, .write, pattern),
            validate: check(node.validate, .validate, pattern),
            indexes: node.index?.children ?? [], children: children, variable: variable)
    }

    private mutating func check(
        _ rule: RulesNode.Rule?, _ kind: RuleKind, _ pattern: [String]
    ) -> CheckedRules.Rule? {
        guard let rule else { return nil }
        do {
            let expression = try RuleChecker.check(
                rule.parsed, of: kind, variables: pattern.filter { $0.hasPrefix("$") })
            return CheckedRules.Rule(
                kind: kind, source: rule.parsed.source, expression: expression)
        } catch {
            diagnostics.report(
                Diagnostic(
                    .error, error.message, at: range(of: error.range, in: rule.value),
                    notes: error.advice.map { [Diagnostic.Note($0)] } ?? []))
            return nil
        }
    }

    private func range(of part: Range<Int>, in value: JSONNode) -> SourceRange {
        guard case .string(let string) = value.value else { return value.range }
        return JSONOffsets.range(of: part, in: string, of: source)
    }
}

extension RulesCompiler {
    /// Returns errors in the service's form, a line each: `7:35: No such method/property 'x'.`
    package static func messages(of errors: [Diagnostic], in source: SourceText) -> [String] {
        let lines = SourceLines(source)
        return errors.map { "\(lines.position(of: $0.range.lower)): \($0.message)" }
    }
}
