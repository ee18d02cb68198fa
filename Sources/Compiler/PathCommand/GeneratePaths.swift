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

/// The command: arguments, files and exit statuses. The meaning of schemas is left to other
/// modules.
package struct GeneratePaths {
    package let messages: Messages
    private let extras: Extras

    /// The features whose modules the plugins' builds don't need.
    package struct Extras {
        package typealias Import = (GeneratePaths, Arguments.Origin, Arguments) -> ExitStatus
        package typealias Rules = (GeneratePaths, Schema, Arguments) -> ExitStatus

        let importSchema: Import
        let emitRules: Rules

        package init(importSchema: @escaping Import, emitRules: @escaping Rules) {
            self.importSchema = importSchema
            self.emitRules = emitRules
        }
    }

    /// Runs the process's command line, and exits.
    package static func main(_ extras: Extras) -> Never {
        let status: ExitStatus
        do throws(UsageError) {
            status = run(try Arguments.ofProcess(), extras)
        } catch {
            status = GeneratePaths(messages: Messages(format: .text), extras: extras).fail(error)
        }
        exit(status.rawValue)
    }

    /// The exit statuses, some by the names of `sysexits.h`.
    package enum ExitStatus: CInt {
        case success = 0
        /// A schema with errors, or an outdated output file found by `--check`.
        case failure = 1
        case usage = 64
        case noInput = 66
        case ioError = 74
    }

    private static func run(_ words: [String], _ extras: Extras) -> ExitStatus {
        let messages = Messages(format: Messages.format(in: words))
        let command = GeneratePaths(messages: messages, extras: extras)
        do throws(UsageError) {
            let arguments = try Arguments(parsing: words)
            if arguments.showsHelp { return command.print(Arguments.help) }
            if arguments.showsVersion {
                return command.print("generate-paths \(Arguments.version)\n")
            }
            return arguments.origin.map { extras.importSchema(command, $0, arguments) }
                ?? command.generate(arguments)
        } catch {
            return command.fail(error)
        }
    }

    private func generate(_ arguments: Arguments) -> ExitStatus {
        let sources: [SourceText]
        do throws(Files.Failure) {
            sources = try read(arguments.inputs)
        } catch {
            return failReading(error)
        }
        let result = SchemaCompiler.compile(sources) { options in
            for (name, value) in arguments.options {
                options.set(name, to: value)
            }
            options.runtime = arguments.runtime ?? options.runtime
        }
        messages.show(result.diagnostics, of: sources)
        guard let schema = result.schema else { return .failure }
        do throws(Files.Failure) {
            let isFree = try check(schema, of: arguments.inputs[0], beside: arguments.siblings)
            if !isFree { return .failure }
        } catch {
            return failReading(error)
        }
        do throws(SchemaPart.NotFound) {
            let part = try SchemaPart(of: schema, below: arguments.part)
            return deliver(part, from: sources.map { fileName(of: $0.name) }, arguments)
        } catch {
            return fail("--below: \(error.message)", .usage)
        }
    }

    package func read(_ paths: [String]) throws(Files.Failure) -> [SourceText] {
        var sources: [SourceText] = []
        for path in paths {
            sources.append(SourceText(name: name(of: path), utf8: try Files.read(path)))
        }
        return sources
    }

    private func deliver(
        _ part: SchemaPart, from sources: [String], _ arguments: Arguments
    ) -> ExitStatus {
        guard let rendering = arguments.emission.rendering else {
            return extras.emitRules(self, part.schema, arguments)
        }
        let text = rendering.render(part, from: sources)
        if let warning = rendering.warning(about: text) {
            messages.show("warning", warning)
        }
        return deliver(Array(text.utf8), arguments)
    }

    package func deliver(_ contents: [UInt8], _ arguments: Arguments) -> ExitStatus {
        guard let output = arguments.output else { return print(contents) }
        if arguments.checks { return check(output, holds: contents) }
        do throws(Files.Failure) {
            try OutputFile(output).replace(with: contents)
            return .success
        } catch {
            return failWriting(error)
        }
    }

    private func check(_ output: String, holds contents: [UInt8]) -> ExitStatus {
        do throws(Files.Failure) {
            if try OutputFile(output).holds(contents) { return .success }
        } catch {
            return failReading(error, .failure)
        }
        return fail(
            "\(output) is not up to date; generate it again without --check", .failure,
            file: output)
    }

    /// Returns the name of a path in messages.
    package func name(of path: String) -> String { path == "-" ? "<stdin>" : path }

    /// Returns the last component of a path, which is the same on every machine.
    package func fileName(of path: String) -> String {
        path.pathComponents.last ?? path
    }

    private func print(_ text: String) -> ExitStatus {
        print(Array(text.utf8))
    }

    private func print(_ bytes: [UInt8]) -> ExitStatus {
        do throws(Files.Failure) {
            try Files.write(bytes, to: STDOUT_FILENO, path: "standard output")
            return .success
        } catch {
            return fail("can't write \(error.path): \(error.reason)", .ioError)
        }
    }

    private func fail(_ error: UsageError) -> ExitStatus {
        let status = fail(error.message, .usage)
        messages.show("note", "see generate-paths --help for all options")
        return status
    }

    package func fail(_ message: String, _ status: ExitStatus, file: String? = nil) -> ExitStatus {
        messages.show("error", message, file: file)
        return status
    }

    package func failReading(
        _ error: Files.Failure, _ status: ExitStatus = .noInput
    ) -> ExitStatus {
        fail("can't read \(error.path): \(error.reason)", status, file: error.path)
    }

    package func failWriting(_ error: Files.Failure) -> ExitStatus {
        fail("can't write \(error.path): \(error.reason)", .ioError, file: error.path)
    }
}
