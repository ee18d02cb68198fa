import Foundation

/// A build of `generate-paths`.
struct Generator {
    enum Configuration: String {
        /// The configuration of the build plugin in nearly all builds: those during development.
        case debug
        case release

        fileprivate var product: String {
            switch self {
            case .debug: "generate-paths-plugin-tool"
            case .release: "generate-paths"
            }
        }
    }

    private let executable: String

    /// Builds the tool at the first call, separately from `swift build`'s products.
    init(_ configuration: Configuration) throws {
        let scratch = Repository.path(".build/benchmarks")
        try Toolchain.swift([
            "build", "--package-path", Repository.path(""), "--scratch-path", scratch,
            "--configuration", configuration.rawValue, "--product", configuration.product,
            "--quiet",
        ]).run()
        executable = "\(scratch)/\(configuration.rawValue)/\(configuration.product)"
    }

    func command(_ schema: String, output: String) -> Command {
        command([schema, "--output", output])
    }

    func command(_ arguments: [String]) -> Command {
        Command(executable, arguments)
    }
}
