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

/// The command: arguments, files and exit statuses. What a schema means is not decided here.
@main
enum GeneratePaths {
    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// The exit statuses, by the names of `sysexits.h`.
    enum ExitStatus: CInt {
        case success = 0
        /// A schema has errors, or `--check` found the output out of date.
        case failure = 1
        case usage = 64
        case noInput = 66
        case ioError = 74
    }

    static func run(_ words: [String]) -> ExitStatus {
        do throws(UsageError) {
            let arguments = try Arguments(parsing: words)
            if arguments.showsHelp { return print(Arguments.help) }
            if arguments.showsVersion { return print("generate-paths \(Arguments.version)\n") }
            return generate(arguments)
        } catch {
            Terminal.print(
                "error: \(error.message)\nsee generate-paths --help for all options\n")
            return .usage
        }
    }

    private static func generate(_ arguments: Arguments) -> ExitStatus {
        let sources: [SourceText]
        do throws(Files.Failure) {
            sources = try read(arguments.inputs)
        } catch {
            return fail("can't read \(error.path): \(error.reason)", .noInput)
        }
        let result = SchemaCompiler.compile(sources) { options in
            for (name, value) in arguments.options {
                options.set(name, to: value)
            }
            options.runtime = arguments.runtime ?? options.runtime
        }
        show(result.diagnostics, of: sources, as: arguments.diagnosticsFormat)
        guard let schema = result.schema else { return .failure }
        return deliver(schema, from: sources.map { fileName(of: $0.name) }, arguments)
    }

    private static func read(_ paths: [String]) throws(Files.Failure) -> [SourceText] {
        var sources: [SourceText] = []
        for path in paths {
            let name = path == "-" ? "<stdin>" : path
            sources.append(SourceText(name: name, utf8: try Files.read(path)))
        }
        return sources
    }

    private static func deliver(
        _ schema: Schema, from sources: [String], _ arguments: Arguments
    ) -> ExitStatus {
        let text = arguments.rendering.render(schema, from: sources)
        guard let output = arguments.output else { return print(text) }
        if arguments.checks { return check(output, holds: text) }
        if arguments.inputs.contains(where: { Files.areSame($0, output) }) {
            return fail("\(output) is a schema, and would be overwritten", .usage)
        }
        do throws(Files.Failure) {
            try OutputFile(output).replace(with: Array(text.utf8))
            return .success
        } catch {
            return fail("can't write \(error.path): \(error.reason)", .ioError)
        }
    }

    private static func check(_ output: String, holds text: String) -> ExitStatus {
        do throws(Files.Failure) {
            if try OutputFile(output).holds(Array(text.utf8)) { return .success }
        } catch {
            return fail("can't read \(error.path): \(error.reason)", .failure)
        }
        return fail("\(output) is not up to date; generate it again without --check", .failure)
    }

    private static func show(
        _ diagnostics: Diagnostics, of sources: [SourceText], as format: Arguments.DiagnosticsFormat
    ) {
        let diagnostics = diagnostics.inDocumentOrder
        guard !diagnostics.isEmpty else { return }
        switch format {
        case .text:
            let formatter = TextDiagnosticFormatter(
                sources: sources, usesColor: Terminal.takesColor)
            for diagnostic in diagnostics {
                Terminal.print(formatter.format(diagnostic))
            }
        case .json:
            let formatter = JSONDiagnosticFormatter(sources: sources)
            for diagnostic in diagnostics {
                Terminal.print(formatter.format(diagnostic))
            }
        }
    }

    /// The last component of a path: the same on every machine.
    private static func fileName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func print(_ text: String) -> ExitStatus {
        do throws(Files.Failure) {
            try Files.write(text, to: STDOUT_FILENO, path: "standard output")
            return .success
        } catch {
            return fail("can't write \(error.path): \(error.reason)", .ioError)
        }
    }

    private static func fail(_ message: String, _ status: ExitStatus) -> ExitStatus {
        Terminal.print("error: \(message)\n")
        return status
    }
}
