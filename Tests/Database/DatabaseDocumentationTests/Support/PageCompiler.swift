import TestSupport

/// The compiler, for the code of a page.
struct PageCompiler {
    private let compiler: DatabaseCompiler

    init() throws {
        compiler = try DatabaseCompiler()
    }

    func typecheck(
        _ code: String, isolation: Isolation = .nonisolated, _ options: [String] = []
    ) async throws -> [DatabaseCompiler.Diagnostic] {
        try await compiler.typecheck(Self.withViews(code), isolation: isolation, options)
    }

    func run(_ code: String) async throws -> Subprocess {
        try await compiler.run(Self.withViews(code))
    }

    /// The code, with the few declarations that it uses of SwiftUI where there is none.
    private static func withViews(_ code: String) throws -> String {
        #if canImport(SwiftUI)
            return code
        #else
            guard code.contains("import SwiftUI\n") else { return code }
            let views = try Repository.text(
                of: "Tests/Database/DatabaseDocumentationTests/Support/Views.txt")
            return code.replacing("import SwiftUI\n", with: "\n") + views
        #endif
    }
}
