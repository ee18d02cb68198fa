import PathSchema
import SecurityRules

/// Runs the `.validate` rules of a file on data.
struct RulesCheck {
    private let rules: CheckedRules

    init(_ text: String) throws {
        rules = try RulesFile.check(text)
    }

    /// Whether the rules refuse the data.
    func refuses(_ data: RulesData, over old: RulesData = .null) -> Bool {
        let request = RulesRequest(auth: nil, now: 0, root: old.ruleData)
        return rules.refusal(
            ofWriting: [[]], by: request, newRoot: data.ruleData, isPermitted: true) != nil
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

    static func check(_ text: String) throws -> CheckedRules {
        let source = SourceText(name: "rules.json", text: text)
        var diagnostics = Diagnostics()
        guard let rules = RulesCompiler.compile(source, reportingTo: &diagnostics) else {
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
