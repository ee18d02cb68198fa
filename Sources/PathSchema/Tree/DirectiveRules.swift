/// Where each directive may stand, and what its text may be.
enum DirectiveRules {
    /// What is wrong with the text of a directive; `nil` if nothing is.
    static func problem(with text: String, of name: DirectiveName) -> String? {
        switch name {
        case .name:
            Identifier.isIdentifier(text)
                ? nil : "\(Visible.quoted(text)) can't be a type's name in Swift"
        case .member, .singular:
            Identifier.canBeMember(text)
                ? nil : "\(Visible.quoted(text)) can't be a member's name in Swift"
        case .doc, .deprecated:
            if text.allSatisfy(\.isWhitespace) {
                "\"\(name.rawValue)\" is empty"
            } else if text.unicodeScalars.contains(where: isUnprintable) {
                "\"\(name.rawValue)\" contains a control character"
            } else {
                nil
            }
        case .type, .options, .schema, .comment: nil
        }
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !["\n", "\r", "\t"].contains(scalar)
    }

    /// Reports the directives of a node that mean nothing where they stand.
    static func check(
        _ tree: Tree, at place: NodePlace, reportingTo diagnostics: inout Diagnostics
    ) {
        for (name, text) in tree.directives.all {
            if let (problem, advice) = misplacement(of: name, on: tree.shape, at: place.kind) {
                diagnostics.error(problem, at: text.range, advice: advice)
            }
        }
    }

    private static func misplacement(
        of name: DirectiveName, on shape: Tree.Shape, at place: NodePlace.Kind
    ) -> (problem: String, advice: String)? {
        switch (name, shape, place) {
        case (.name, _, .root):
            (
                "the root is named in \"$options\"",
                "write \"$options\": { \"root\": \"ChatRoot\" }"
            )
        case (.name, .leaf, _):
            (
                "\"$name\" names a phantom type, and a leaf has none",
                "a leaf's type is the one it names"
            )
        case (.name, .collection, _):
            (
                "\"$name\" names a phantom type, and a collection has none",
                "its element may have one: write \"$name\" inside of the placeholder's object"
            )
        case (.name, .branch(let branch), _) where branch.model != nil:
            (
                "\"$name\" and \"$type\" exclude each other",
                "with \"$type\" the value is a model of yours; without, \"$name\" names a phantom type"
            )
        case (.member, _, .root), (.deprecated, _, .root):
            (
                "\"\(name.rawValue)\" is for a member, and the root is none",
                "write it inside of a child"
            )
        case (.member, _, .element):
            (
                "\"$member\" names a property, and a collection's element has none",
                "\"$singular\" on the collection names the accessor of one element"
            )
        case (.singular, .collection, .element):
            (
                "\"$singular\" belongs to the outermost collection",
                "collections inside of collections have no accessor of their own"
            )
        case (.singular, .leaf, _):
            ("\"$singular\" is for a collection, and this is a leaf", "remove it")
        case (.singular, .branch(let branch), _)
        where !branch.children.contains(where: \.isWildcard):
            ("\"$singular\" is for a collection, and this has no placeholder", "remove it")
        default: nil
        }
    }
}
