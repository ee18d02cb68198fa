import PathSchema
import SecurityRules

/// Runs the `.validate` rules of a file on data.
struct RulesCheck {
    private let rules: RulesNode

    init(_ text: String) throws {
        rules = try RulesFile.read(text)
    }

    /// The places whose rules don't let the data in; none if it is good.
    func refusals(of data: RulesData, over old: RulesData = .null) -> [String] {
        var evaluator = RulesEvaluator()
        evaluator.root = old
        evaluator.newRoot = data
        return refusals(of: data, by: rules, evaluator)
    }

    private func refusals(
        of data: RulesData, by node: RulesNode, _ evaluator: RulesEvaluator
    ) -> [String] {
        // Nothing is asked about what is removed.
        guard !data.isNothing else { return [] }
        var refusals: [String] = []
        if let validate = node.validate, !evaluator.isTrue(validate.expression) {
            refusals.append(evaluator.path.joined(separator: "/"))
        }
        guard case .children(let children) = data else { return refusals }
        for (key, child) in children.sorted(by: { $0.key < $1.key }) {
            var inner = evaluator
            inner.path.append(key)
            if let rules = node[key] {
                refusals += self.refusals(of: child, by: rules, inner)
            } else if let wildcard = node.wildcard {
                inner.variables[wildcard.key.text] = key
                refusals += self.refusals(of: child, by: wildcard.node, inner)
            }
        }
        return refusals
    }
}

/// Files of rules, for tests.
enum RulesFile {
    static func read(_ text: String) throws -> RulesNode {
        let source = SourceText(name: "rules.json", text: text)
        var diagnostics = Diagnostics()
        guard let rules = RulesDocument.read(source, reportingTo: &diagnostics) else {
            throw RulesFileError(description: Self.text(of: diagnostics, in: [source]))
        }
        return rules
    }

    /// The errors in a file, as text.
    static func errors(in text: String) -> String {
        do {
            _ = try read(text)
            return ""
        } catch {
            return "\(error)"
        }
    }

    static func text(of diagnostics: Diagnostics, in sources: [SourceText]) -> String {
        let formatter = TextDiagnosticFormatter(sources: sources, usesColor: false)
        return diagnostics.inDocumentOrder.map(formatter.format).joined()
    }
}

struct RulesFileError: Error, CustomStringConvertible {
    let description: String
}

/// A schema, compiled.
enum CompiledSchema {
    static func compile(_ text: String) throws -> Schema {
        let source = SourceText(name: "schema.json", text: text)
        let result = SchemaCompiler.compile([source])
        guard let schema = result.schema else {
            throw RulesFileError(description: RulesFile.text(of: result.diagnostics, in: [source]))
        }
        return schema
    }
}
