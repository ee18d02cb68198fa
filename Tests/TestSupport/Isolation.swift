/// The isolation of declarations in a module that say nothing about it.
package enum Isolation: String, CaseIterable, Sendable {
    case nonisolated

    /// The default of new apps in Xcode.
    case mainActor = "MainActor"

    /// The options of the compiler.
    package var options: [String] { ["-default-isolation", rawValue] }
}
