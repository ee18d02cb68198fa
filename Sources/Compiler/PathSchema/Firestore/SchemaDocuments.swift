/// The parts of a schema that Firestore has as collections, documents and fields, as patterns: keys
/// and placeholders, joined by `/`.
package struct SchemaDocuments: Sendable {
    /// The collections: children of the root and of documents.
    package private(set) var collections: [String] = []
    /// The fields whose values are times, which Firestore has as timestamps.
    package private(set) var times: [String] = []
    /// The nodes whose children another node lists.
    package private(set) var recurring: [(pattern: String, other: String)] = []

    /// The children with keys of their own that aren't listed otherwise, and that the placeholder
    /// beside them would stand for.
    package var siblings: [String] {
        guard !children.isEmpty else { return [] }
        let listed = listedKeys
        return children.filter { child in
            listed.contains(child.wildcard.patternKeys)
                && !listed.contains(child.pattern.patternKeys)
        }
        .map(\.pattern)
    }

    /// The children with keys of their own beside a placeholder.
    private var children: [(pattern: String, wildcard: String)] = []

    /// The patterns that are listed already.
    private var listed: Set<Entry> = []

    private struct Entry: Hashable {
        let pattern: ExactText
        let kind: Kind
    }

    private enum Kind { case collection, time, recurring }

    mutating func addCollection(_ pattern: String) {
        if isNew(pattern, .collection) { collections.append(pattern) }
    }

    mutating func addTime(_ pattern: String) {
        if isNew(pattern, .time) { times.append(pattern) }
    }

    mutating func addRecurring(_ pattern: String, as other: String) {
        if isNew(pattern, .recurring) { recurring.append((pattern, other)) }
    }

    mutating func addChild(_ pattern: String, beside wildcard: String) {
        children.append((pattern, wildcard))
    }

    private mutating func isNew(_ pattern: String, _ kind: Kind) -> Bool {
        listed.insert(Entry(pattern: ExactText(pattern), kind: kind)).inserted
    }
}

extension SchemaDocuments {
    /// The keys of all nodes that are in a list, or above one that is.
    private var listedKeys: Set<[ExactText]> {
        var listed: Set<[ExactText]> = []
        for pattern in collections + times + recurring.map(\.pattern) {
            var keys = pattern.patternKeys
            while !keys.isEmpty, listed.insert(keys).inserted { keys.removeLast() }
        }
        return listed
    }
}

extension String {
    fileprivate var patternKeys: [ExactText] { pathComponents.map { ExactText($0) } }
}

// MARK: - Shared nodes

/// The nodes whose children other nodes have, too, by the name of their type: a `$name`, or a model.
struct SharedNodes {
    private var nodes: [ExactText: SharedNode] = [:]

    /// The node that lists the children of a type.
    struct SharedNode {
        let node: Tree
        let pattern: String
    }

    init(in tree: Tree) {
        add(tree, at: "")
    }

    private mutating func add(_ node: Tree, at pattern: String) {
        if let name = Self.name(of: node), nodes[name] == nil {
            nodes[name] = SharedNode(node: node, pattern: pattern)
        }
        for child in node.children { add(child, at: child.pattern(below: pattern)) }
    }

    /// The node that lists the children of a node elsewhere; `nil` if there is none, or if it is the
    /// node itself.
    func other(for node: Tree, at pattern: String) -> SharedNode? {
        let name: ExactText? =
            if case .leaf(let type) = node.content {
                ExactText(type.value.unwrapped)
            } else {
                Self.name(of: node)
            }
        let shared = name.flatMap { nodes[$0] }
        return shared?.pattern.hasSameBytes(as: pattern) == true ? nil : shared
    }

    /// The node that lists the children of a type's values.
    subscript(typeName: String) -> SharedNode? { nodes[ExactText(typeName)] }

    private static func name(of node: Tree) -> ExactText? {
        guard case .branch(let model, _) = node.content else { return nil }
        return (model?.value.unwrapped ?? node.directives[.name]?.value).map { ExactText($0) }
    }
}

extension Tree {
    /// The pattern of a child: its key, or its placeholder in brackets, after its parent's.
    func pattern(below parent: String) -> String {
        let key = isWildcard ? "<\(self.key)>" : self.key
        return parent.isEmpty ? key : "\(parent)/\(key)"
    }
}

extension TypeReference {
    /// The type without question marks at its end.
    fileprivate var unwrapped: String {
        var type = Substring(text)
        while type.last == "?" { type.removeLast() }
        return String(type)
    }
}

// MARK: - Times

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
