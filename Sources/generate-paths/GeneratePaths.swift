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
            return arguments.origin.map { importSchema(from: $0, arguments) } ?? generate(arguments)
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

    static func read(_ paths: [String]) throws(Files.Failure) -> [SourceText] {
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
        if let rules = arguments.rules { return add(schema, to: rules, arguments) }
        if arguments.rendering == .rules {
            Terminal.print(
                "note: nobody may read or write by these rules until you add .read and .write\n")
        }
        return deliver(Array(arguments.rendering.render(schema, from: sources).utf8), arguments)
    }

    static func deliver(_ contents: [UInt8], _ arguments: Arguments) -> ExitStatus {
        guard let output = arguments.output else { return print(contents) }
        if arguments.checks { return check(output, holds: contents) }
        if arguments.inputs.contains(where: { Files.areSame($0, output) }) {
            return fail("\(output) is a schema, and would be overwritten", .usage)
        }
        do throws(Files.Failure) {
            try OutputFile(output).replace(with: contents)
            return .success
        } catch {
            return fail("can't write \(error.path): \(error.reason)", .ioError)
        }
    }

    private static func check(_ output: String, holds contents: [UInt8]) -> ExitStatus {
        do throws(Files.Failure) {
            if try OutputFile(output).holds(contents) { return .success }
        } catch {
            return fail("can't read \(error.path): \(error.reason)", .failure)
        }
        return fail("\(output) is not up to date; generate it again without --check", .failure)
    }

    static func show(
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
    static func fileName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    static func print(_ text: String) -> ExitStatus { print(Array(text.utf8)) }

    private static func print(_ bytes: [UInt8]) -> ExitStatus {
        do throws(Files.Failure) {
            try Files.write(bytes, to: STDOUT_FILENO, path: "standard output")
            return .success
        } catch {
            return fail("can't write \(error.path): \(error.reason)", .ioError)
        }
    }

    static func fail(_ message: String, _ status: ExitStatus) -> ExitStatus {
        Terminal.print("error: \(message)\n")
        return status
    }
}
