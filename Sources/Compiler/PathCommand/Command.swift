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
