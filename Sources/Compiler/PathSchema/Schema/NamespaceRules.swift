/// The names that the namespace of generated types can't have.
struct NamespaceRules {
    let options: Options

    /// - Parameters:
    ///   - use: the first use of an app's type with the namespace's name.
    ///   - range: the place that names the namespace.
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
            diagnostics.warning(
                "the namespace hides \(module)'s \(name) in your module", at: range,
                advice: advice)
        }
    }
}
