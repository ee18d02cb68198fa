/// What the enum around the generated types must not be called.
struct NamespaceRules {
    let options: Options

    /// - Parameters:
    ///   - use: where a type of the app's with the namespace's name is used.
    ///   - range: where the namespace is named.
    func check(
        _ namespace: String, use: SourceRange?, at range: SourceRange,
        reportingTo diagnostics: inout Diagnostics
    ) {
        let name = Visible.quoted(namespace)
        let advice = "\"$options\": { \"namespace\": \"…\" } gives it another name"
        if namespace == options.root {
            diagnostics.error(
                "the namespace and the root type would both be named \(name)", at: range,
                advice: advice, "a root type is a namespace already: leave out the option")
        } else if StandardTypes.areNeededByGeneratedCode(namespace) || namespace == options.runtime
        {
            diagnostics.error(
                "the namespace would be named \(name), which the generated code itself needs",
                at: range, advice: advice)
        } else if let use {
            diagnostics.error(
                "the namespace would hide your type \(name)", at: range,
                and: "that type is used here", at: use, advice: advice)
        } else if StandardTypes.hides(namespace) {
            diagnostics.error(
                "the namespace would hide Swift's own \(name)", at: range, advice: advice)
        } else if let module = PlatformTypes.module(of: namespace) {
            diagnostics.report(
                Diagnostic(
                    .warning, "the namespace hides \(module)'s \(name) in your module", at: range,
                    notes: [Diagnostic.Note(advice)]))
        }
    }
}
