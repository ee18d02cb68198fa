/// Where each directive is allowed, and what its text may be.
enum DirectiveRules {
    /// What is wrong with the text of a directive; `nil` if nothing is.
    static func problem(with text: String, of name: DirectiveName) -> String? {
        switch name {
        case .name:
            Identifier.isIdentifier(text)
                ? nil : "\(Visible.quoted(text)) is not a valid Swift type name"
        case .member, .singular:
            if !Identifier.isIdentifier(text) {
                "\(Visible.quoted(text)) is not a valid Swift member name"
            } else if !Identifier.canBeMember(text) {
                "a member named \(Visible.quoted(text)) would hide what the generated code needs"
            } else {
                nil
            }
        case .doc, .deprecated:
            if text.allSatisfy(\.isWhitespace) {
                "\"\(name.rawValue)\" is empty"
            } else if text.unicodeScalars.contains(where: isUnprintable) {
                "\"\(name.rawValue)\" contains a control character"
            } else {
                nil
            }
        case .type, .index, .options, .schema, .comment: nil
        }
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !["\n", "\r", "\t"].contains(scalar)
    }

    /// Reports the directives of a node that are not allowed there.
    ///
    /// - Parameter hasWildcard: whether one of the node's keys is a placeholder.
    static func check(
        _ node: Tree, hasWildcard: Bool, at place: NodePlace,
        reportingTo diagnostics: inout Diagnostics
    ) {
        for directive in node.directives.all {
            if directive.name == .name, let type = node.type {
                diagnostics.error(
                    "\"$name\" can't be combined with \"$type\"", at: directive.key,
                    and: "\"$type\" is here", at: type.range,
                    advice: "\"$type\" names a type of yours, \"$name\" a generated one")
            } else if let (problem, advice) = misplacement(
                of: directive.name, on: node, hasWildcard: hasWildcard, at: place.kind)
            {
                diagnostics.error(problem, at: directive.key, advice: advice)
            }
        }
    }

    private static func misplacement(
        of name: DirectiveName, on node: Tree, hasWildcard: Bool, at place: NodePlace.Kind
    ) -> (problem: String, advice: String)? {
        switch (name, node.content, place) {
        case (.name, _, .root):
            (
                "\"$name\" is not allowed at the root, which has no phantom type",
                "\"$options\": { \"root\": \"ChatRoot\" } names a root type"
            )
        case (.name, .collection, _):
            (
                "\"$name\" is not allowed on a collection, which has no phantom type",
                "its elements may have one: write \"$name\" inside the placeholder's object"
            )
        case (.member, _, .root), (.deprecated, _, .root):
            (
                "\"\(name.rawValue)\" is not allowed at the root, which is not a member",
                "write it inside a child"
            )
        case (.member, _, .element):
            (
                "\"$member\" is not allowed on a collection's element, which has no property",
                "\"$singular\" on the collection names the accessor of one element"
            )
        case (.singular, .collection, .element):
            (
                "\"$singular\" is only allowed on the outermost collection",
                "a collection inside a collection has no accessor of its own"
            )
        case (.singular, .leaf, _):
            (
                "\"$singular\" is only allowed on a collection; this is a leaf",
                "a collection has a placeholder, as in { \"<id>\": \"Message\" }"
            )
        case (.singular, .branch, _) where node.gaps == .none && !hasWildcard:
            (
                "\"$singular\" is only allowed on a collection; this is a branch",
                "a collection has a placeholder, as in { \"<id>\": \"Message\" }"
            )
        default: nil
        }
    }
}
