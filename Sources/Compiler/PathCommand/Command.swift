import PathCodegen
import PathSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A run of the command: its arguments, files, messages and exit status. The meaning of schemas is
/// left to other modules.
///
/// ```
/// words ──Arguments──▶ Task ──▶ Files.read ──▶ compile ──▶ Rendering ──▶ OutputFile
///                                                 └─▶ Messages on standard error
/// ```
///
/// The command and the plugins' tool share this module. Tasks that the plugins don't need are
/// extensions of `Command` in the target `generate-paths`, so that packages that use a plugin don't
/// compile them. A step that fails shows its message, and throws the exit status.
package struct Command {
    package let arguments: Arguments
    package let messages: Messages

    /// The exit status of a failure whose message has been shown, some by the names of
    /// `sysexits.h`.
    package enum ExitStatus: CInt, Error {
        /// A schema with errors, or an outdated output file found by `--check`.
        case failure = 1
        case usage = 64
        case noInput = 66
        case ioError = 74

        package func exitProcess() -> Never { exit(rawValue) }
    }

    /// Parses the process's command line. Exits if that is invalid, or asks only for help or for
    /// the version.
    package static func ofProcess() -> Command {
        var format = Messages.Format.text
        do throws(UsageError) {
            let words = try CommandWords.ofProcess()
            format = Messages.format(in: words)
            let arguments = try Arguments(parsing: words)
            let command = Command(arguments: arguments, messages: Messages(format: format))
            if let information = arguments.information { command.printAndExit(information) }
            return command
        } catch {
            let messages = Messages(format: format)
            messages.show("error", error.message)
            messages.show("note", "see generate-paths --help for all options")
            ExitStatus.usage.exitProcess()
        }
    }

    private func printAndExit(_ text: String) -> Never {
        do throws(ExitStatus) {
            try print(Array(text.utf8))
            exit(EXIT_SUCCESS)
        } catch {
            error.exitProcess()
        }
    }

    /// Writes the Swift code of the schema, or a drawing or description of it.
    package func write(_ rendering: Rendering) throws(ExitStatus) {
        let sources = try read(arguments.inputs)
        let schema = try compile(sources)
        try check(schema, of: arguments.inputs[0], beside: arguments.siblings)
        let text = rendering.render(
            try part(of: schema), from: sources.map { fileName(of: $0.name) })
        if let warning = rendering.warning(about: text) {
            messages.show("warning", warning)
        }
        try write(Array(text.utf8))
    }

    /// Compiles schemas with the options of the command line, and shows the diagnostics.
    package func compile(_ sources: [SourceText]) throws(ExitStatus) -> Schema {
        let result = SchemaCompiler.compile(sources) { options in
            for (name, value) in arguments.options {
                options.set(name, to: value)
            }
            options.runtime = arguments.runtime ?? options.runtime
        }
        messages.show(result.diagnostics, of: sources)
        guard let schema = result.schema else { throw .failure }
        return schema
    }

    private func part(of schema: Schema) throws(ExitStatus) -> SchemaPart {
        do throws(SchemaPart.NotFound) {
            return try SchemaPart(of: schema, below: arguments.part)
        } catch {
            throw fail("--below: \(error.message)", .usage)
        }
    }

    package func read(_ paths: [String]) throws(ExitStatus) -> [SourceText] {
        var sources: [SourceText] = []
        do throws(Files.Failure) {
            for path in paths {
                sources.append(SourceText(name: name(of: path), utf8: try Files.read(path)))
            }
        } catch {
            throw failReading(error)
        }
        return sources
    }

    /// Writes the output, or compares it with the file for `--check`.
    package func write(_ contents: [UInt8]) throws(ExitStatus) {
        guard let output = arguments.output else { return try print(contents) }
        if arguments.checks { return try check(output, holds: contents) }
        try write(contents, to: output)
    }

    package func write(_ contents: [UInt8], to path: String) throws(ExitStatus) {
        do throws(Files.Failure) {
            try OutputFile(path).replace(with: contents)
        } catch {
            throw fail("can't write \(error.path): \(error.reason)", .ioError, file: error.path)
        }
    }

    private func check(_ output: String, holds contents: [UInt8]) throws(ExitStatus) {
        do throws(Files.Failure) {
            if try OutputFile(output).holds(contents) { return }
        } catch {
            throw failReading(error, .failure)
        }
        throw fail(
            "\(output) is not up to date; generate it again without --check", .failure,
            file: output)
    }

    private func print(_ bytes: [UInt8]) throws(ExitStatus) {
        do throws(Files.Failure) {
            try Files.writeToStandardOutput(bytes)
        } catch {
            throw fail("can't write \(error.path): \(error.reason)", .ioError)
        }
    }

    /// Returns the name of a path in messages.
    package func name(of path: String) -> String { path == "-" ? "<stdin>" : path }

    /// Returns the last component of a path, which is the same on every machine.
    package func fileName(of path: String) -> String {
        path.pathComponents.last ?? path
    }

    /// Shows an error, and returns the status to throw.
    package func fail(_ message: String, _ status: ExitStatus, file: String? = nil) -> ExitStatus {
        messages.show("error", message, file: file)
        return status
    }

    package func failReading(
        _ error: Files.Failure, _ status: ExitStatus = .noInput
    ) -> ExitStatus {
        fail("can't read \(error.path): \(error.reason)", status, file: error.path)
    }
}

// MARK: - Other schemas of the module

extension Command {
    /// Shows the clashes of a schema with other schemas, each with its own options.
    ///
    /// Other schemas with errors are skipped.
    ///
    /// - Parameters:
    ///   - file: the schema's path.
    ///   - others: the files of each other schema.
    /// - Throws: if there are clashes.
    func check(
        _ schema: Schema, of file: String, beside others: [[String]]
    ) throws(ExitStatus) {
        var isFree = true
        for files in others {
            guard let other = SchemaCompiler.compile(try read(files)).schema else { continue }
            for clash in ModuleClash.all(between: schema, and: other, root: root(for: file)) {
                isFree = false
                messages.show(
                    "error",
                    "\(name(of: files[0])), which is in the same module, declares "
                        + "\(list(clash.declarations)) as well",
                    in: name(of: file), at: (1, 1))
                messages.show("note", clash.advice)
            }
        }
        if !isFree { throw .failure }
    }

    private func list(_ declarations: [String]) -> String {
        let last =
            declarations.count > 3 ? "\(declarations.count - 2) more" : declarations.last ?? ""
        let others = declarations.prefix(min(2, declarations.count - 1))
        return others.isEmpty ? last : "\(others.joined(separator: ", ")) and \(last)"
    }

    /// Returns a suggested root type for a file: `Shop` for `shop.paths.json`.
    private func root(for file: String) -> String {
        let name = Namer.capitalized(String(fileName(of: file).prefix { $0 != "." }))
        return Identifier.isIdentifier(name) ? name : "Other"
    }
}

// MARK: - Messages

/// The messages of a run on standard error, for people or for tools.
package struct Messages {
    enum Format: String, CaseIterable {
        case text, json
    }

    let format: Format

    /// The limit of errors in a run. The first errors often explain the others.
    private static let maximumCount = 100

    /// Returns the format that a command line asks for, even if the command line is otherwise
    /// invalid.
    static func format(in words: [String]) -> Format {
        let isJSON =
            words.contains("--diagnostics-format=json")
            || zip(words, words.dropFirst()).contains { $0 == ("--diagnostics-format", "json") }
        return isJSON ? .json : .text
    }

    /// Shows the diagnostics of a compilation, in document order.
    package func show(_ diagnostics: Diagnostics, of sources: [SourceText]) {
        let all = diagnostics.inDocumentOrder
        guard !all.isEmpty else { return }
        let shown = all.prefix(Self.maximumCount)
        let texts =
            switch format {
            case .text:
                shown.map(
                    TextDiagnosticFormatter(
                        sources: sources, usesColor: Files.standardErrorTakesColor
                    ).format)
            case .json: shown.map(JSONDiagnosticFormatter(sources: sources).format)
            }
        Files.writeToStandardError(texts.joined())
        let rest = all.count - shown.count
        if rest > 0 {
            show("error", "and \(rest) more \(rest == 1 ? "error" : "errors"), which aren't shown")
        }
    }

    /// Shows a message about a file that isn't a schema.
    package func show(
        _ severity: String, _ message: String, in file: String, at place: (line: Int, column: Int)
    ) {
        switch format {
        case .text:
            let place = "\(Visible.text(file)):\(place.line):\(place.column)"
            Files.writeToStandardError("\(place): \(severity): \(Visible.text(message))\n")
        case .json:
            Files.writeToStandardError(
                JSONDiagnosticFormatter.format(
                    severity: severity, message: message, file: file, at: place))
        }
    }

    /// Shows a message without a place in a schema.
    package func show(_ severity: String, _ message: String, file: String? = nil) {
        switch format {
        case .text:
            Files.writeToStandardError("\(severity): \(Visible.text(message))\n")
        case .json:
            Files.writeToStandardError(
                JSONDiagnosticFormatter.format(severity: severity, message: message, file: file))
        }
    }
}
