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

/// A node's place, which determines the directives that it can have.
struct NodePlace {
    enum Kind {
        case root, child, element
    }

    let kind: Kind
    /// The number of keys that lead to the node.
    let depth: Int

    func child(_ kind: Kind) -> NodePlace {
        NodePlace(kind: kind, depth: depth + 1)
    }
}

// MARK: - Options

/// Reads the value of `$options`.
struct OptionsReader {
    /// The schema that contains the options.
    let document: JSONNode

    /// Whether a child of the root is a misspelled `$options`.
    static func isMeant(by member: JSONMember) -> Bool {
        guard member.key.text == "options", case .object(let options) = member.value.value else {
            return false
        }
        let names = options.map { OptionName(rawValue: $0.key.text) }
        guard !names.isEmpty, !names.contains(nil) else { return false }
        return options.contains { option in
            switch (option.key.text, option.value.value) {
            case ("access", .string(let level)):
                Options.AccessLevel(rawValue: level.text) != nil
            case ("imports", .array), ("namespace", _), ("typePrefix", _), ("typeSuffix", _),
                ("typeChecks", .boolean), ("dataChecks", .boolean), ("firestore", .boolean):
                true
            default: false
            }
        }
    }

    func read(_ value: JSONNode, reportingTo diagnostics: inout Diagnostics) -> WrittenOptions {
        var options = WrittenOptions()
        guard case .object(let members) = value.value else {
            value.reportUnexpected(
                expected: "an object for \"$options\"",
                advice: "as in { \"access\": \"public\" }", to: &diagnostics)
            return options
        }
        for member in members {
            guard let name = OptionName(rawValue: member.key.text) else {
                // If a bracket is missing, the rest of the schema seems to belong to the options.
                if !document.isIncomplete { reportUnknown(member.key, to: &diagnostics) }
                continue
            }
            for value in values(of: name, from: member.value, reportingTo: &diagnostics) {
                if let problem = name.problem(with: value.value) {
                    diagnostics.error(problem, at: value.range)
                } else {
                    options.values.append((name, value))
                }
            }
        }
        return options
    }

    /// Returns the single value of an option, or the several values of `imports`.
    private func values(
        of name: OptionName, from value: JSONNode, reportingTo diagnostics: inout Diagnostics
    ) -> [Located<String>] {
        switch (name, value.value) {
        case (.imports, .array(let elements)):
            return elements.compactMap {
                text($0, expected: "the name of a module", reportingTo: &diagnostics)
            }
        case (.imports, _):
            value.reportUnexpected(
                expected: "a list for \"imports\"", advice: "as in [\"Models\"]", to: &diagnostics)
            return []
        case (.typeChecks, .boolean), (.dataChecks, .boolean), (.firestore, .boolean):
            return [Located(value.isFalse ? "false" : "true", at: value.range)]
        case (.typeChecks, _), (.dataChecks, _), (.firestore, _):
            value.reportUnexpected(
                expected: "true or false for \"\(name.rawValue)\"", to: &diagnostics)
            return []
        default:
            let expected = "a string for \"\(name.rawValue)\""
            return text(value, expected: expected, reportingTo: &diagnostics).map { [$0] } ?? []
        }
    }

    private func text(
        _ value: JSONNode, expected: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<String>? {
        guard case .string(let string) = value.value else {
            value.reportUnexpected(expected: expected, to: &diagnostics)
            return nil
        }
        return Located(string.text, at: string.range)
    }

    private func reportUnknown(_ key: JSONString, to diagnostics: inout Diagnostics) {
        let names = OptionName.allCases.map(\.rawValue)
        diagnostics.error(
            "unknown option \(Visible.quoted(key.text))", at: key.range,
            advice: Suggestion.advice(on: key.text, among: names, called: "options"))
    }
}

// MARK: - Types

/// Reads type references and caches them: a schema has few different ones, each many times.
struct TypeReader {
    private var known: [ExactText: TypeReference] = [:]

    /// - Parameter use: the purpose of the string and its expected form, as advice if it isn't a
    ///   type.
    mutating func read(
        _ string: JSONString, as use: String, reportingTo diagnostics: inout Diagnostics
    ) -> Located<TypeReference>? {
        let text = ExactText(string.text)
        if let type = known[text] { return Located(type, at: string.range) }
        do {
            let type = try TypeReferenceParser.parse(string.text)
            if type.lookedUpNames.contains("Any") {
                // `Any` isn't cached, so that each place has its warning.
                Self.warnOfAny(at: string.range, reportingTo: &diagnostics)
            } else {
                known[text] = type
            }
            return Located(type, at: string.range)
        } catch {
            let part = error.bytes.map { string.range(of: $0) } ?? string.range
            error.report(
                string.text, at: part, of: string.range, as: use, to: &diagnostics)
            return nil
        }
    }

    private static func warnOfAny(
        at range: SourceRange, reportingTo diagnostics: inout Diagnostics
    ) {
        diagnostics.warning(
            "'Any' says nothing of a value, which can't be decoded", at: range,
            advice: "name the type of the values; TypedDatabase has \"TreeValue\" for any value")
    }
}

extension TypeReferenceError {
    /// - Parameters:
    ///   - part: the source range of the offending part.
    ///   - range: the source range of the whole text.
    func report(
        _ text: String, at part: SourceRange, of range: SourceRange, as use: String,
        to diagnostics: inout Diagnostics
    ) {
        if advice == nil, let advice = ForeignType.advice(on: text) {
            diagnostics.error(
                "\(Visible.quoted(text)) is not a Swift type", at: range, advice: advice)
            return
        }
        diagnostics.error(
            "\(Visible.quoted(text)) is not a Swift type\(reason.map { ": \($0)" } ?? "")",
            at: part, advice: advice ?? use)
    }
}

// MARK: - Indexes

/// Reads the value of `$index`: `"score"`, or `["score", "team/name"]`.
enum IndexReader {
    /// - Returns: `nil` if the value is neither a string nor an array, which has been reported.
    static func read(
        _ member: JSONMember, reportingTo diagnostics: inout Diagnostics
    ) -> WrittenIndex? {
        let values: [JSONNode]
        switch member.value.value {
        case .array(let elements): values = elements
        case .string: values = [member.value]
        default:
            member.value.reportUnexpected(
                expected: "the key of a child for \"$index\", or a list of them", advice: example,
                to: &diagnostics)
            return nil
        }
        if values.isEmpty, !member.value.isIncomplete {
            diagnostics.error(
                "this list is empty", at: member.value.bytes, advice: example)
        }
        var index = WrittenIndex(key: member.key.range, paths: [])
        for value in values {
            guard case .string(let string) = value.value else {
                value.reportUnexpected(
                    expected: "the key of a child", advice: example, to: &diagnostics)
                continue
            }
            read(string, into: &index, reportingTo: &diagnostics)
        }
        return index
    }

    private static func read(
        _ string: JSONString, into index: inout WrittenIndex,
        reportingTo diagnostics: inout Diagnostics
    ) {
        if let problem = problem(with: string.text) {
            diagnostics.error(problem.message, at: string.range, advice: problem.advice)
        } else if let first = index.paths.first(where: { $0.value == string.text }) {
            diagnostics.error(
                "\(Visible.quoted(string.text)) is already in this list", at: string.range,
                and: "it is first here", at: first.range)
        } else {
            index.paths.append(Located(string.text, at: string.range))
        }
    }

    private static let example = "as in \"score\", or [\"score\", \"team/name\"]"

    /// Returns the reason why a collection can't be ordered by a path; `nil` if it can.
    private static func problem(with path: String) -> (message: String, advice: String)? {
        if path == WrittenIndex.value { return nil }
        if path == ".key" || path == "$key" {
            return (
                "a collection is always ordered by its keys, and needs no index for that",
                "\"$index\" lists children, \(example)"
            )
        }
        for key in path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false) {
            guard case .child = KeyRules.kind(of: String(key)) else {
                return (
                    "\(Visible.quoted(path)) is not the key of a child",
                    "a child is written \"score\", a child of it \"team/name\", "
                        + "and the elements themselves \".value\""
                )
            }
        }
        return nil
    }
}

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
