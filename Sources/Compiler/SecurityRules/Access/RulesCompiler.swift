import PathSchema

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
