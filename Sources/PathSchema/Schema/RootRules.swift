/// Keeps the app's types apart from the type that the root of a database has.
enum RootRules {
    /// Reports a type `Root` of the app's own: in the generated code, whose paths begin at `Root`, it
    /// would have the children of the root.
    ///
    /// - Parameter use: where it is used.
    static func check(
        _ options: Options, use: SourceRange?, reportingTo diagnostics: inout Diagnostics
    ) {
        guard options.root == nil, let use else { return }
        diagnostics.error(
            "\(Visible.quoted(Options.defaultRoot)) is the type of the database's root", at: use,
            advice: "\"$options\": { \"root\": \"…\" } gives the root type another name")
    }
}
