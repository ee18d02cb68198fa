/// Finds the times of a schema, and the nodes whose children another node lists.
struct TimeFinder {
    private let shared: SharedNodes
    private var documents: SchemaDocuments
    /// The app's types whose children the schema doesn't list, each with its first use.
    private var unlisted: [(name: String, use: SourceRange)] = []

    static func find(
        in tree: Tree, shared: SharedNodes, adding documents: inout SchemaDocuments,
        reportingTo diagnostics: inout Diagnostics
    ) {
        var finder = TimeFinder(shared: shared, documents: documents)
        finder.visit(tree, at: "")
        documents = finder.documents
        finder.report(to: &diagnostics)
    }

    private init(shared: SharedNodes, documents: SchemaDocuments) {
        self.shared = shared
        self.documents = documents
    }

    private mutating func visit(_ node: Tree, at pattern: String) {
        if let other = shared.other(for: node, at: pattern) {
            documents.addRecurring(pattern, as: other.pattern)
        } else if case .leaf(let type) = node.content {
            visit(StoredType(type.value.text), of: type, at: pattern)
        } else {
            visitChildren(of: node, at: pattern)
        }
    }

    private mutating func visitChildren(of node: Tree, at pattern: String) {
        var wildcard = node.children.first(where: \.isWildcard)?.pattern(below: pattern)
        if let type = node.type, let element = StoredType(type.value.text).element {
            // A list or dictionary with some children that have paths.
            let others = wildcard ?? Self.pattern(ofElementsBelow: pattern)
            visit(element, of: type, at: others)
            wildcard = others
        }
        for child in node.children {
            let childPattern = child.pattern(below: pattern)
            if let wildcard, !child.isWildcard {
                documents.addChild(childPattern, beside: wildcard)
            }
            visit(child, at: childPattern)
        }
    }

    private mutating func visit(
        _ type: StoredType, of leaf: Located<TypeReference>, at pattern: String
    ) {
        switch type {
        case .scalar(.date), .scalar(.serverTime): documents.addTime(pattern)
        case .scalar: break
        case .array(let element), .set(let element), .dictionary(_, let element):
            visit(element, of: leaf, at: Self.pattern(ofElementsBelow: pattern))
        case .unknown(let name):
            if let other = shared[name] {
                documents.addRecurring(pattern, as: other.pattern)
            } else if name != "TreeValue", !unlisted.contains(where: { $0.name == name }) {
                unlisted.append((name, leaf.range))
            }
        }
    }

    /// Returns the pattern of the elements of a list or dictionary.
    private static func pattern(ofElementsBelow pattern: String) -> String {
        "\(pattern)/<element>"
    }

    /// Notes the types in which dates can't be found: once for all of them, so that a schema with many
    /// isn't drowned in notes.
    private func report(to diagnostics: inout Diagnostics) {
        guard let first = unlisted.first, !diagnostics.hasErrors else { return }
        var notes = unlisted.dropFirst().prefix(9).map { type in
            Diagnostic.Note("those in \(Visible.quoted(type.name)), too", at: type.use)
        }
        if unlisted.count > 10 { notes.append(.init("and \(unlisted.count - 10) other types'")) }
        notes.append(
            .init(
                "list the dates of a type, as in "
                    + "{ \"$type\": \"Message\", \"sentAt\": \"Date\" }"))
        diagnostics.report(
            Diagnostic(
                .note,
                "dates in \(Visible.quoted(first.name)), if it has any, are stored as numbers",
                at: first.use, notes: notes))
    }
}

extension StoredType {
    /// The type of the elements of a list or dictionary.
    fileprivate var element: StoredType? {
        switch self {
        case .array(let element), .set(let element), .dictionary(_, let element): element
        case .scalar, .unknown: nil
        }
    }
}
