/// The places where each directive is allowed, and the texts that it can have.
enum DirectiveRules {
    /// Returns the reason why a directive that takes a text can't have this one; `nil` if it can.
    static func problem(with text: String, of name: DirectiveName) -> String? {
        let isProse = name == .doc || name == .deprecated
        if let invisible = InvisibleCharacter.first(in: text, allowsJoiners: isProse) {
            return "\"\(name.rawValue)\" contains the invisible character "
                + InvisibleCharacter.name(of: invisible.scalar)
        }
        return switch name {
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
        case .property:
            Identifier.isIdentifier(text)
                ? nil : "\(Visible.quoted(text)) is not a valid Swift property name"
        case .firestore:
            FirestoreNodes.Storage(rawValue: text) != nil
                ? nil : "\(Visible.quoted(text)) is neither \"subcollection\" nor \"map\""
        case .doc, .deprecated:
            if text.allSatisfy(\.isWhitespace) {
                "\"\(name.rawValue)\" is empty"
            } else if text.unicodeScalars.contains(where: isUnprintable) {
                "\"\(name.rawValue)\" contains a control character"
            } else {
                nil
            }
        case .type, .index, .was, .options, .schema, .comment: nil
        }
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && !["\n", "\r", "\t"].contains(scalar)
    }

    /// Reports the directives of a node that aren't allowed in its place.
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
        case (.name, .collection(let element), _):
            (
                "\"$name\" is not allowed on a collection, which has no phantom type",
                adviceOnName(ofCollectionOf: element)
            )
        case (.member, _, .root), (.property, _, .root), (.deprecated, _, .root):
            (
                "\"\(name.rawValue)\" is not allowed at the root, which is not a member",
                "write it inside a child"
            )
        case (.firestore, _, .root), (.firestore, _, .element):
            (
                "\"$firestore\" is only allowed on a child of a document",
                "write it inside the child, beside its placeholder"
            )
        case (.member, _, .element):
            (
                "\"$member\" is not allowed on a collection's element, which has no property",
                "\"$singular\" on the collection names the accessor of one element"
            )
        case (.property, _, .element):
            (
                "\"$property\" is not allowed on a collection's element, which is no property",
                "write it inside a child of a model"
            )
        case (.singular, .collection, .element):
            (
                "\"$singular\" is only allowed on the outermost collection",
                "a collection inside a collection has no accessor of its own"
            )
        case (.singular, .leaf, .element),
            (.singular, .branch, .element) where node.gaps == .none && !hasWildcard:
            (
                "\"$singular\" is for a collection, and this is the element of one",
                "write it in the collection: { \"$singular\": \"…\", \"<\(node.key)>\": … }"
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

    /// Returns advice on the right place for a `$name` in a collection.
    private static func adviceOnName(ofCollectionOf element: Tree) -> String {
        switch element.content {
        case .leaf(let type), .branch(model: let type?, _):
            "its elements are of your type \(Visible.quoted(type.value.text)), which has a name; "
                + "\"$member\" names the property, and \"$singular\" the accessor"
        case .collection(let inner):
            adviceOnName(ofCollectionOf: inner)
        case .branch(model: nil, _):
            "its element has one: \"<\(element.key)>\": { \"$name\": \"…\", … }"
        }
    }

    /// Warns of a `$type` beside a placeholder that was meant for the element.
    static func checkType(of node: Tree, reportingTo diagnostics: inout Diagnostics) {
        guard case .branch(let type?, let children) = node.content, children.count == 1,
            let element = children.first, element.isWildcard,
            type.value.text == Namer.elementType(for: node.key),
            type.value.text != Namer.type(for: node.key)
        else { return }
        let inside =
            if case .leaf(let leaf) = element.content {
                "\"<\(element.key)>\": \"\(leaf.value.text)\" alone is a collection"
            } else {
                "write it inside: \"<\(element.key)>\": { \"$type\": \"\(type.value.text)\", … }"
            }
        diagnostics.warning(
            "this says that \(Visible.quoted(node.key)) itself is a "
                + "\(Visible.quoted(type.value.text)), and not each element",
            at: type.range, advice: inside)
    }
}
