/// Keeps the app's types apart from the type of a database's root.
enum RootRules {
    /// Reports an app's type that is named `Root`: paths in the generated code begin at `Root`, so
    /// that the app's type would have the children of the root.
    ///
    /// - Parameter use: the first use of the type.
    static func check(
        _ options: Options, use: SourceRange?, reportingTo diagnostics: inout Diagnostics
    ) {
        guard options.root == nil, let use else { return }
        diagnostics.error(
            "\(Visible.quoted(Options.defaultRoot)) is the type of the database's root", at: use,
            advice: "\"$options\": { \"root\": \"…\" } gives the root type another name")
    }
}
