import PathCommand
import PathSchema
import SchemaImport
import SecurityRules

/// `--emit rules`: writes security rules that allow only data as the schema describes it.
extension GeneratePaths {
    func emitRules(of schema: Schema, _ arguments: Arguments) -> ExitStatus {
        if let path = arguments.rules { return add(schema, to: path, arguments) }
        guard checkData(RulesRenderer.check(of: schema), arguments) else { return .failure }
        return deliver(
            rules: Array(RulesRenderer.render(schema).utf8), arguments,
            notes: ["nobody may read or write by these rules until you add .read and .write"])
    }

    /// Adds the types of a schema to existing rules.
    private func add(_ schema: Schema, to path: String, _ arguments: Arguments) -> ExitStatus {
        let rules: [SourceText]
        do throws(Files.Failure) {
            rules = try read([path])
        } catch {
            return failReading(error)
        }
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.merge(
            schema, into: rules[0], source: 0, reportingTo: &diagnostics)
        messages.show(diagnostics, of: rules)
        guard let merged, checkData(merged.check, arguments) else { return .failure }
        return deliver(
            rules: merged.text, arguments,
            notes: merged.additions.map(\.description) + [merged.open.note].compactMap(\.self))
    }

    /// Writes rules, unless that would overwrite rules that may have been written by hand.
    private func deliver(
        rules: [UInt8], _ arguments: Arguments, notes: [String]
    ) -> ExitStatus {
        if let output = arguments.output, !arguments.checks, Files.isRegularFile(output),
            !Files.areSame(output, arguments.rules ?? ""),
            (try? OutputFile(output).holds(rules)) != true
        {
            return fail(
                "\(output) exists already, and rules that people wrote there would be lost: "
                    + "add to them with --rules \(output), or name another file", .usage)
        }
        for note in notes { messages.show("note", note) }
        return deliver(rules, arguments)
    }

    /// Warns of data in the export that violates the rules.
    ///
    /// - Returns: whether the export could be read.
    private func checkData(_ check: DataCheck, _ arguments: Arguments) -> Bool {
        guard let path = arguments.data else { return true }
        do {
            let result = try Files.withChunks(of: path) {
                try ExportCheck.run(check, nextChunk: $0)
            }
            for refusal in result.refusals {
                messages.show("warning", "\(name(of: path)): \(refusal)")
            }
            let rest = result.refusalCount - result.refusals.count
            if rest > 0 {
                messages.show("warning", "\(name(of: path)): \(rest) more, which aren't shown")
            }
            return true
        } catch let error as ImportError {
            messages.showError(
                error.message, in: name(of: path), at: (error.line, error.column))
        } catch let error as Files.Failure {
            _ = failReading(error)
        } catch {
            messages.show("error", "can't read \(path): \(error)")
        }
        return false
    }
}
