import PathCommand
import PathSchema
import SchemaImport

/// `--from`: makes a schema of an existing database, and the models that the schema refers to.
extension Command {
    func importSchema(from origin: Arguments.Origin) throws(ExitStatus) {
        for output in [arguments.output, arguments.models].compactMap(\.self)
        where Files.isRegularFile(output) {
            throw fail(
                "\(output) exists already, and what people changed there would be lost: "
                    + "name another file, or remove that one", .usage)
        }
        if let output = arguments.output, output == arguments.models {
            throw fail("the schema and the models can't both be \(output)", .usage)
        }
        let path = arguments.inputs[0]
        let importer = SchemaImporter(try read(path, as: origin))
        let schema = SourceText(name: arguments.output ?? "schema.json", text: importer.schema)
        let result = SchemaCompiler.compile([schema])
        guard result.schema != nil else {
            messages.show(result.diagnostics, of: [schema])
            throw fail(
                "the schema that came out has errors, which is a bug: nothing is written", .failure)
        }
        for note in importer.notes {
            let text = "\(note.place): \(note.message)"
            if let position = note.position {
                messages.show(
                    "note", text, in: name(of: path), at: (position.line, position.column))
            } else {
                messages.show("note", text)
            }
        }
        if let models = arguments.models {
            let code = importer.models(from: fileName(of: name(of: path)))
            try write(Array(code.utf8), to: models)
        }
        try write(schema.utf8)
    }

    private func read(_ path: String, as origin: Arguments.Origin) throws(ExitStatus) -> Imported {
        switch origin {
        case .export:
            return try reading(path) {
                try Files.withChunks(of: path) { try ExportReader.read(nextChunk: $0) }
            }
        case .rules:
            let sources = try read([path])
            var diagnostics = Diagnostics()
            let imported = RulesReader.read(sources[0], reportingTo: &diagnostics)
            messages.show(diagnostics, of: sources)
            guard let imported else { throw .failure }
            return imported
        }
    }

    /// Calls a function that reads a file, and shows its errors.
    func reading<Result>(
        _ path: String, _ body: () throws -> Result
    ) throws(ExitStatus) -> Result {
        do {
            return try body()
        } catch let error as ImportError {
            messages.show(
                "error", error.message, in: name(of: path), at: (error.line, error.column))
            throw .failure
        } catch let error as Files.Failure {
            throw failReading(error)
        } catch {
            throw fail("can't read \(path): \(error)", .noInput)
        }
    }
}
