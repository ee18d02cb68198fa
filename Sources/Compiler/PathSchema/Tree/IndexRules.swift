/// Checks indexes: they belong to nodes with a placeholder, and name children of the elements.
enum IndexRules {
    static func check(_ node: Tree, reportingTo diagnostics: inout Diagnostics) {
        guard let index = node.directives.index, node.gaps == .none else { return }
        guard let element = node.children.first(where: \.isWildcard) else {
            let isLeaf = if case .leaf = node.content { true } else { false }
            diagnostics.error(
                "\"$index\" is only allowed on a collection; this is a \(isLeaf ? "leaf" : "branch")",
                at: index.key,
                advice: "a collection has a placeholder, as in "
                    + "{ \"$index\": \"score\", \"<id>\": \"Player\" }")
            return
        }
        for path in index.paths {
            if path.value == WrittenIndex.value {
                checkValue(path, of: element, reportingTo: &diagnostics)
            } else {
                checkChild(path, of: element, reportingTo: &diagnostics)
            }
        }
    }

    private static func checkValue(
        _ path: Located<String>, of element: Tree, reportingTo diagnostics: inout Diagnostics
    ) {
        guard !element.children.isEmpty, element.type == nil, element.gaps == .none else { return }
        diagnostics.error(
            "these elements have children, so there is no value to order by", at: path.range,
            advice: "\"$index\" lists children, as in [\"score\", \"team/name\"]")
    }

    /// Checks that the elements have a child, if the schema lists their children. A model may have
    /// more fields than the schema lists, so a name that resembles a listed one is only a warning.
    private static func checkChild(
        _ path: Located<String>, of element: Tree, reportingTo diagnostics: inout Diagnostics
    ) {
        var node = element
        for key in path.value.pathComponents {
            guard node.gaps == .none else { return }
            let named = node.children.filter { !$0.isWildcard }
            if let child = named.first(where: { $0.key.hasSameBytes(as: key) }) {
                node = child
            } else if node.type != nil {
                warn(of: key, closeToOneOf: named, of: path, reportingTo: &diagnostics)
                return
            } else {
                if named.isEmpty || named.count == node.children.count {
                    report(key, notAmong: named, of: path, reportingTo: &diagnostics)
                }
                return
            }
        }
    }

    private static func warn(
        of key: String, closeToOneOf children: [Tree], of path: Located<String>,
        reportingTo diagnostics: inout Diagnostics
    ) {
        // Short names such as `x` and `y` are always close to each other.
        guard key.utf8.count > 2,
            let closest = Suggestion.closest(to: key, among: children.map(\.key))
        else { return }
        diagnostics.warning(
            "these elements list no child \(Visible.quoted(key))", at: path.range,
            advice: "did you mean \"\(closest)\"?",
            "if the model has a \(Visible.quoted(key)), list it among the children")
    }

    private static func report(
        _ key: String, notAmong children: [Tree], of path: Located<String>,
        reportingTo diagnostics: inout Diagnostics
    ) {
        let advice =
            children.isEmpty
            ? "they are collections themselves: write the index inside the placeholder's object"
            : Suggestion.advice(on: key, among: children.map(\.key), called: "children")
        diagnostics.error(
            "these elements have no child \(Visible.quoted(key))", at: path.range,
            advice: advice)
    }
}
