import PathCommand
import PathSchema
import SchemaImport

/// `--from`: makes a schema of an existing database, and the models that the schema refers to.
extension GeneratePaths {
    func importSchema(from origin: Arguments.Origin, _ arguments: Arguments) -> ExitStatus {
        for output in [arguments.output, arguments.models].compactMap({ $0 })
        where Files.isRegularFile(output) {
            return fail(
                "\(output) exists already, and what people changed there would be lost: "
                    + "name another file, or remove that one", .usage)
        }
        if let output = arguments.output, output == arguments.models {
            return fail("the schema and the models can't both be \(output)", .usage)
        }
        let path = arguments.inputs[0]
        do {
            guard let imported = try read(path, as: origin, arguments) else { return .failure }
            return deliver(SchemaImporter(imported), from: path, arguments)
        } catch let error as ImportError {
            messages.showError(
                error.message, in: name(of: path), at: (error.line, error.column))
            return .failure
        } catch let error as Files.Failure {
            return failReading(error)
        } catch {
            return fail("can't read \(path): \(error)", .noInput)
        }
    }

    /// - Returns: `nil` if there are errors, which have been shown.
    private func read(
        _ path: String, as origin: Arguments.Origin, _ arguments: Arguments
    ) throws -> Imported? {
        switch origin {
        case .export: return try Files.withChunks(of: path) { try ExportReader.read(nextChunk: $0) }
        case .bolt: return try BoltReader.read(try Files.read(path))
        case .rules:
            let sources = try read([path])
            var diagnostics = Diagnostics()
            let imported = RulesReader.read(sources[0], reportingTo: &diagnostics)
            messages.show(diagnostics, of: sources)
            return imported
        }
    }

    private func deliver(
        _ importer: SchemaImporter, from path: String, _ arguments: Arguments
    ) -> ExitStatus {
        let schema = SourceText(name: arguments.output ?? "schema.json", text: importer.schema)
        let result = SchemaCompiler.compile([schema])
        guard result.schema != nil else {
            messages.show(result.diagnostics, of: [schema])
            return fail(
                "the schema that came out has errors, which is a bug: nothing is written", .failure)
        }
        for note in importer.notes {
            messages.show("note", "\(note.place): \(note.message)")
        }
        if let models = arguments.models {
            let code = importer.models(from: fileName(of: name(of: path)))
            do throws(Files.Failure) {
                try OutputFile(models).replace(with: Array(code.utf8))
            } catch {
                return failWriting(error)
            }
        }
        return deliver(schema.utf8, arguments)
    }
}
