/// Modules of JavaScript.
enum Modules {
    /// Returns modules as one, without what they import from and export to each other.
    ///
    /// Their imports must take a line each, and no two modules may declare the same name.
    static func joined(_ modules: [String]) -> String {
        modules.map { module in
            module.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("import ") }
                .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
                .joined(separator: "\n")
        }
        .joined(separator: "\n")
    }
}
