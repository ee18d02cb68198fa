import Foundation

/// The compiler, for one file of an app that uses the database.
package struct DatabaseCompiler {
    private let folder: TemporaryFolder

    /// An error; every warning is one.
    package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
        package let line: Int
        package let message: String

        package var description: String { "\(line): \(message)" }
    }

    package init() throws {
        folder = try TemporaryFolder()
    }

    /// The errors of the file.
    package func typecheck(
        _ code: String, isolation: Isolation = .nonisolated, _ options: [String] = []
    ) async throws -> [Diagnostic] {
        try await compile(code, ["-typecheck"] + isolation.options + options)
    }

    /// Compiles a program, which must have no errors, and runs it in a folder of its own.
    package func run(_ code: String) async throws -> Subprocess {
        #if os(Linux)
            let library = "-l:libsqlite3.so.0"
        #else
            let library = "-lsqlite3"
        #endif
        let objects = try Products.objects(
            of: [
                "TypedPaths", "TypedDatabase", "CSQLite", "TypedDatabaseSQLite",
                "TypedDatabaseOffline",
            ])
        let errors = try await compile(
            code, ["-emit-executable", "-o", "program", library] + objects)
        guard errors.isEmpty else { throw NotCompiled(description: "\(errors)") }
        return try await Subprocess.run(folder["program"], [], in: folder.url)
    }

    private func compile(_ code: String, _ options: [String]) async throws -> [Diagnostic] {
        try folder.write(code, to: "App.swift")
        let result = try await Toolchain.swiftc(
            ["-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
                + ["-diagnostic-style", "llvm"] + Products.moduleOptions + options + ["App.swift"],
            in: folder)
        let diagnostics = result.errors.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /App\.swift:(\d+):\d+: error: (.+)/).flatMap { match in
                Int(match.1).map { Diagnostic(line: $0, message: String(match.2)) }
            }
        }
        guard result.status == 0 || !diagnostics.isEmpty else {
            throw NotCompiled(description: result.errors)
        }
        return diagnostics
    }
}

package struct NotCompiled: Error, CustomStringConvertible {
    package let description: String
}
