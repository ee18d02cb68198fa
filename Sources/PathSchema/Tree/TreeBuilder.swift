/// Makes a tree of a JSON document: the second stage.
///
/// It decides what each key is (a child's, a placeholder, a directive) and, once all keys of an object
/// are known, what the object is. What it can't make a node of it reports and leaves out.
struct TreeBuilder {
    private let document: JSONDocument
    private var diagnostics: Diagnostics
    private var types: [String: TypeReference] = [:]

    /// - Returns: `nil` if there is no root to build on. Where `diagnostics` has errors, the tree has
    ///   gaps and is good for nothing but finding more of them.
    static func build(
        _ document: JSONDocument, reportingTo diagnostics: inout Diagnostics
    ) -> SchemaTree? {
        guard let kind = document.nodes.first?.kind else { return nil }
        guard kind == .object else {
            if kind != .invalid {
                diagnostics.error(
                    "a schema is an object, as in {\"users\": …}; this is \(kind.withArticle)",
                    at: document.opening(of: 0))
            }
            return nil
        }
        var builder = TreeBuilder(document: document, diagnostics: diagnostics)
        let tree = builder.buildRoot()
        diagnostics = builder.diagnostics
        return tree
    }

    private init(document: JSONDocument, diagnostics: Diagnostics) {
        self.document = document
        self.diagnostics = diagnostics
    }

    private mutating func buildRoot() -> SchemaTree? {
        let place = NodePlace(kind: .root, depth: 0)
        let members = readMembers(of: 0, at: place)
        return makeTree(of: members, at: place, object: 0)
            .map { SchemaTree(root: $0, options: members.options) }
    }
}

/// Where a node stands, which decides what may be said of it.
struct NodePlace {
    enum Kind {
        case root, child, element
    }

    let kind: Kind
    /// How many keys lead to it.
    let depth: Int

    func child(_ kind: Kind) -> NodePlace {
        NodePlace(kind: kind, depth: depth + 1)
    }
}

// MARK: - Nodes

extension TreeBuilder {
    private mutating func buildNode(_ index: Int, at place: NodePlace) -> Tree? {
        switch document.nodes[index].kind {
        case .string:
            return parseType(index, as: "a leaf names one of your types").map {
                Tree(shape: .leaf($0), directives: Directives(), range: $0.range)
            }
        case .object:
            return makeTree(of: readMembers(of: index, at: place), at: place, object: index)
        case .invalid:
            return nil
        case .array, .number, .boolean, .null:
            reportUnsuitable(index)
            return nil
        }
    }

    /// What the keys of one object say.
    private struct Members {
        var directives = Directives()
        var options = WrittenOptions()
        var type: Located<TypeReference>?
        var children: [Child] = []
        /// The first key that is a placeholder.
        var wildcard: SourceRange?
        /// Whether something was reported and left out, so that nothing can be said of what is missing.
        var hasGaps: Bool
    }

    private mutating func readMembers(of object: Int, at place: NodePlace) -> Members {
        var members = Members(hasGaps: document.nodes[object].isIncomplete)
        for key in document.keys(of: object) {
            let text = document.text(of: key)
            switch text.utf8.first {
            case UInt8(ascii: "$"):
                readDirective(text, key: key, at: place, into: &members)
            case UInt8(ascii: "<"):
                readWildcard(text, key: key, at: place, into: &members)
            default:
                readChild(text, key: key, at: place, into: &members)
            }
        }
        return members
    }

    private mutating func readChild(
        _ text: String, key: Int, at place: NodePlace, into members: inout Members
    ) {
        let violation = KeyRules.violation(in: text)
        if let violation {
            diagnostics.error(violation.message, at: range(of: violation.bytes, in: key))
        }
        let tree = buildChild(of: key, at: place.child(.child))
        guard let tree, violation == nil else {
            members.hasGaps = true
            return
        }
        members.children.append(
            Child(key: .named(Located(text, at: document.range(of: key))), tree: tree))
    }

    private mutating func readWildcard(
        _ text: String, key: Int, at place: NodePlace, into members: inout Members
    ) {
        let range = document.range(of: key)
        let placeholder = readPlaceholder(text, key: key)
        if let first = members.wildcard {
            diagnostics.error(
                "an object has one placeholder at most; this is a second", at: range,
                and: "the first is here", at: first,
                advice: "a placeholder stands for any key, so the two would mean the same nodes")
        }
        let isFirst = members.wildcard == nil
        members.wildcard = members.wildcard ?? range
        let tree = buildChild(of: key, at: place.child(.element))
        guard let tree, let placeholder, isFirst else {
            members.hasGaps = true
            return
        }
        members.children.append(Child(key: .wildcard(placeholder), tree: tree))
    }

    private mutating func buildChild(of key: Int, at place: NodePlace) -> Tree? {
        isTooDeep(key, at: place) ? nil : buildNode(key + 1, at: place)
    }

    private mutating func isTooDeep(_ key: Int, at place: NodePlace) -> Bool {
        guard place.depth > KeyRules.maximumDepth else { return false }
        diagnostics.error(
            "this is nested deeper than \(KeyRules.maximumDepth) levels below the root",
            at: document.range(of: key), advice: "Firebase has no deeper paths")
        return true
    }

    /// Decides what an object is, now that all its keys are known.
    private mutating func makeTree(of members: Members, at place: NodePlace, object: Int) -> Tree? {
        let shape: Tree.Shape
        if members.children.isEmpty, !members.hasGaps {
            guard let type = members.type else {
                diagnostics.error(
                    "an empty object says nothing", at: document.range(of: object),
                    advice: "a node names a type, as in \"name\": \"String\", or has children")
                return nil
            }
            shape = .leaf(type)
        } else if members.type == nil, members.children.count == 1, !members.hasGaps,
            case .wildcard(let placeholder) = members.children[0].key
        {
            shape = .collection(placeholder, of: members.children[0].tree)
        } else {
            shape = .branch(Branch(model: members.type, children: members.children))
        }
        let tree = Tree(
            shape: shape, directives: members.directives, range: document.opening(of: object))
        DirectiveRules.check(tree, at: place, reportingTo: &diagnostics)
        return tree
    }

    private mutating func reportUnsuitable(_ index: Int) {
        let kind = document.nodes[index].kind
        let advice =
            kind == .array
            ? "a list is a collection, as in { \"<id>\": \"Type\" }; a leaf of type \"[Type]\" holds one"
            : "a leaf names the Swift type of its value, as in \"String\" or \"Int?\""
        diagnostics.error(
            "\(kind.withArticle) can't be a node of a schema",
            at: kind == .array ? document.opening(of: index) : document.range(of: index),
            advice: advice)
    }
}

// MARK: - Types and placeholders

extension TreeBuilder {
    private mutating func parseType(_ string: Int, as use: String) -> Located<TypeReference>? {
        let text = document.text(of: string)
        let range = document.range(of: string)
        if let type = types[text] { return Located(type, at: range) }
        do {
            let type = try TypeReferenceParser.parse(text)
            types[text] = type
            return Located(type, at: range)
        } catch {
            reportNoType(text, at: range, because: error, use: use)
            return nil
        }
    }

    private mutating func reportNoType(
        _ text: String, at range: SourceRange, because error: TypeReferenceError, use: String
    ) {
        let reason = error.reason.map { ": \($0)" } ?? ""
        diagnostics.error(
            "\(Visible.quoted(text)) is not a Swift type\(reason)", at: range,
            advice: "\(use), as in \"Message\" or \"[String: Bool]\"")
    }

    /// Reads `<name>` or `<name: KeyType>`.
    private mutating func readPlaceholder(_ text: String, key: Int) -> Placeholder? {
        guard text.utf8.last == UInt8(ascii: ">") else {
            diagnostics.error(
                "the placeholder has no '>' at its end", at: document.range(of: key))
            return nil
        }
        let contents = text.dropFirst().dropLast()
        let colon = contents.firstIndex(of: ":")
        let name = contents[..<(colon ?? contents.endIndex)].trimmingSpaces()
        guard !name.isEmpty else {
            diagnostics.error(
                "the placeholder has no name", at: document.range(of: key),
                advice: "it names the accessor's parameter, as in \"<userId>\"")
            return nil
        }
        var keyType: Located<TypeReference>?
        if let colon {
            keyType = readKeyType(contents[contents.index(after: colon)...], in: text, key: key)
            guard keyType != nil else { return nil }
        }
        let range = document.range(of: key)
        return Placeholder(name: Located(String(name), at: range), keyType: keyType)
    }

    private mutating func readKeyType(
        _ written: Substring, in text: String, key: Int
    ) -> Located<TypeReference>? {
        let type = written.trimmingSpaces()
        let lower = text.utf8.distance(from: text.startIndex, to: type.startIndex)
        let range = range(of: lower..<lower + type.utf8.count, in: key)
        do {
            let reference = try TypeReferenceParser.parse(String(type))
            if reference.text.hasPrefix("[") || reference.text.hasSuffix("?") {
                diagnostics.error(
                    "\(Visible.quoted(type)) can't be the type of a key", at: range,
                    advice: "a key type is a type of yours that conforms to PathKey")
            }
            return Located(reference, at: range)
        } catch {
            reportNoType(String(type), at: range, because: error, use: "a key type is one of yours")
            return nil
        }
    }

    /// The range of some bytes of a string's text; of all the string, if escapes hide where they are.
    private func range(of bytes: Range<Int>, in string: Int) -> SourceRange {
        let range = document.range(of: string)
        return document.nodes[string].hasEscapes
            ? range : range.slice(from: bytes.lowerBound, count: bytes.count)
    }
}

// MARK: - Directives

extension TreeBuilder {
    private mutating func readDirective(
        _ text: String, key: Int, at place: NodePlace, into members: inout Members
    ) {
        guard let name = DirectiveName(rawValue: text) else {
            let names = DirectiveName.allCases.map(\.rawValue)
            let advice =
                Suggestion.closest(to: text, among: names).map { "did you mean \"\($0)\"?" }
                ?? "the directives are \(names.joined(separator: ", "))"
            diagnostics.error(
                "there is no directive \(Visible.quoted(text))", at: document.range(of: key),
                advice: advice)
            members.hasGaps = true
            return
        }
        switch name {
        case .schema, .comment: return
        case .options: readOptions(key, at: place, into: &members)
        case .type: readType(key, at: place, into: &members)
        case .name, .member, .singular, .doc, .deprecated:
            if let value = readText(of: name, at: key + 1) {
                members.directives[name] = value
            }
        }
    }

    private mutating func readOptions(
        _ key: Int, at place: NodePlace, into members: inout Members
    ) {
        guard place.kind == .root else {
            diagnostics.error(
                "\"$options\" stands in the root only", at: document.range(of: key))
            return
        }
        members.options = OptionsReader(document: document)
            .read(key + 1, reportingTo: &diagnostics)
    }

    private mutating func readType(_ key: Int, at place: NodePlace, into members: inout Members) {
        guard place.kind != .root else {
            diagnostics.error(
                "the root has no type of yours", at: document.range(of: key),
                advice: "\"$options\": { \"root\": \"ChatRoot\" } gives it a generated one")
            members.hasGaps = true
            return
        }
        guard document.nodes[key + 1].kind == .string else {
            reportNoText(of: .type, at: key + 1)
            members.hasGaps = true
            return
        }
        members.type = parseType(key + 1, as: "\"$type\" names one of your types")
        members.hasGaps = members.hasGaps || members.type == nil
    }

    /// The text of a directive, if it can be used.
    private mutating func readText(of name: DirectiveName, at value: Int) -> Located<String>? {
        guard document.nodes[value].kind == .string else {
            reportNoText(of: name, at: value)
            return nil
        }
        let text = Located(document.text(of: value), at: document.range(of: value))
        guard let problem = DirectiveRules.problem(with: text.value, of: name) else { return text }
        diagnostics.error(problem, at: text.range)
        return nil
    }

    private mutating func reportNoText(of name: DirectiveName, at value: Int) {
        guard document.nodes[value].kind != .invalid else { return }
        diagnostics.error(
            "\"\(name.rawValue)\" is a string", at: document.range(of: value))
    }
}

extension JSONDocument.Node.Kind {
    fileprivate var withArticle: String {
        switch self {
        case .object, .array: "an \(self)"
        case .string, .number, .boolean: "a \(self)"
        case .null: "null"
        case .invalid: "nothing"
        }
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
        var trimmed = drop { $0 == " " }
        while trimmed.last == " " { trimmed.removeLast() }
        return trimmed
    }
}
