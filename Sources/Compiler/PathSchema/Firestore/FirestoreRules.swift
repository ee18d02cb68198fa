/// Checks that a schema fits Firestore, where collections and documents alternate, and finds its
/// collections.
struct FirestoreRules {
    private let nodes: FirestoreNodes
    private var documents: SchemaDocuments
    private var diagnostics: Diagnostics
    /// The nodes that are visited as a collection or a document, since types can recur.
    private var visited: Set<Visit> = []

    private struct Visit: Hashable {
        let pattern: ExactText
        let isCollection: Bool
    }

    /// Firestore's limits of a field in its document: the number of names, and the length of all with
    /// dots between them.
    private static let fieldDepth = 20
    private static let fieldUTF8Count = 1_500

    /// Returns the collections, documents and times of a schema.
    static func check(
        _ tree: Tree, reportingTo diagnostics: inout Diagnostics
    ) -> SchemaDocuments {
        let shared = SharedNodes(in: tree)
        var rules = FirestoreRules(shared: shared, diagnostics: diagnostics)
        rules.visitRoot(tree)
        TimeFinder.find(
            in: tree, shared: shared, adding: &rules.documents, reportingTo: &rules.diagnostics)
        diagnostics = rules.diagnostics
        return rules.documents
    }

    private init(shared: SharedNodes, diagnostics: Diagnostics) {
        nodes = FirestoreNodes(shared: shared)
        documents = SchemaDocuments()
        self.diagnostics = diagnostics
    }
}

// MARK: - Collections and documents

extension FirestoreRules {
    private mutating func visitRoot(_ root: Tree) {
        for child in root.children {
            if child.isWildcard {
                reportRootPlaceholder(child)
            } else {
                checkKey(of: child)
                checkStorage(of: child, as: "a collection")
                visitCollection(child, at: child.pattern(below: ""))
            }
        }
    }

    private mutating func visitCollection(_ node: Tree, at pattern: String) {
        let (listing, listed) = nodes.listing(node, at: pattern)
        if let type = listing.type { return reportValue(of: node, ofType: node.type ?? type) }
        documents.addCollection(pattern)
        guard isNew(listing, at: listed, isCollection: true) else { return }
        checkIndex(of: listing, at: listed)
        checkKeyType(of: listing)
        for child in listing.children {
            visitDocument(child, of: node, at: child.pattern(below: listed))
        }
    }

    private mutating func visitDocument(_ node: Tree, of collection: Tree, at pattern: String) {
        checkKey(of: node)
        if !node.isWildcard { checkStorage(of: node, as: "a document") }
        if case .ineligible = nodes.eligibility(of: node, at: pattern) {
            return reportScalar(node, in: collection)
        }
        visitFields(of: node, at: pattern)
    }

    private mutating func visitFields(of node: Tree, at pattern: String) {
        let (listing, listed) = nodes.listing(node, at: pattern)
        guard isNew(listing, at: listed, isCollection: false) else { return }
        for child in listing.children {
            let childPattern = child.pattern(below: listed)
            switch nodes.decision(on: child, at: childPattern) {
            case .subcollection:
                checkKey(of: child)
                visitCollection(child, at: childPattern)
            case .map: visitField(child, depth: 1, utf8Count: -1)
            case .unknown(let type):
                checkKey(of: child)
                reportUndecided(child, type)
            }
        }
    }

    /// Checks a field and everything below it, where the schema lists it.
    private mutating func visitField(_ node: Tree, depth: Int, utf8Count: Int) {
        let utf8Count = utf8Count + 1 + (node.isWildcard ? 1 : node.key.utf8.count)
        checkKey(of: node)
        guard depth <= Self.fieldDepth, utf8Count <= Self.fieldUTF8Count else {
            return reportDeepField(node, isTooDeep: depth > Self.fieldDepth)
        }
        if node.storage == .subcollection { reportSubcollectionInMap(node) }
        for child in node.children { visitField(child, depth: depth + 1, utf8Count: utf8Count) }
    }

    /// Whether a node is visited for the first time, and has no error that hides its kind.
    private mutating func isNew(_ node: Tree, at pattern: String, isCollection: Bool) -> Bool {
        node.gaps != .kind
            && visited.insert(Visit(pattern: ExactText(pattern), isCollection: isCollection))
                .inserted
    }
}

// MARK: - Checks of one node

extension FirestoreRules {
    private mutating func checkKey(of node: Tree) {
        guard !node.isWildcard, node.key.utf8.count >= 4, node.key.utf8.starts(with: "__".utf8),
            node.key.utf8.suffix(2).elementsEqual("__".utf8)
        else { return }
        diagnostics.error(
            "Firestore reserves keys that begin and end with two underscores", at: node.keyRange,
            advice: "give the child another key; \"$member\" keeps the name of its property")
    }

    private mutating func checkStorage(of node: Tree, as kind: String) {
        guard let directive = node.directives.all.first(where: { $0.name == .firestore }) else {
            return
        }
        diagnostics.error(
            "\"$firestore\" is for the children of documents; this is \(kind)", at: directive.key,
            advice: "leave it out: the children of the root are collections, and the children of "
                + "collections documents")
    }

    /// Checks that documents are ordered by their fields.
    private mutating func checkIndex(of collection: Tree, at pattern: String) {
        guard let index = collection.directives.index,
            let element = collection.children.first(where: \.isWildcard)
        else { return }
        let (document, documentPattern) = nodes.listing(
            element, at: element.pattern(below: pattern))
        for path in index.paths {
            let key = path.value.pathComponents.first ?? path.value
            if path.value == WrittenIndex.value {
                // Otherwise, it has been reported already.
                guard document.type != nil || document.children.isEmpty else { continue }
                diagnostics.error(
                    "documents have no value to order by", at: path.range,
                    advice: "\"$index\" lists fields of the documents")
            } else if let child = document.children.first(where: {
                !$0.isWildcard && $0.key.hasSameBytes(as: key)
            }),
                case .subcollection = nodes.decision(
                    on: child, at: child.pattern(below: documentPattern))
            {
                diagnostics.error(
                    "documents can't be ordered by \(Visible.quoted(path.value)), "
                        + "which is in a subcollection", at: path.range,
                    advice: "order by a field, which each document has a copy in")
            }
        }
    }

    /// Warns of the order of IDs, unless the collection is ordered by a field anyway.
    private mutating func checkKeyType(of collection: Tree) {
        guard collection.directives.index == nil,
            let wildcard = collection.children.first(where: \.isWildcard),
            let type = wildcard.keyType,
            case .integer = KeyType(type.value.text)
        else { return }
        diagnostics.warning(
            "Firestore orders documents by their IDs as texts: 10 comes before 9", at: type.range,
            advice: "for pages in the order of numbers, order by a field, which \"$index\" names")
    }
}

// MARK: - Reports

extension FirestoreRules {
    private mutating func reportRootPlaceholder(_ wildcard: Tree) {
        diagnostics.error(
            "Firestore's collections have fixed names, so the root can't have a placeholder",
            at: wildcard.keyRange,
            advice: "put it into a collection: \"items\": { \"<\(wildcard.key)>\": … }")
    }

    /// Reports a collection that has a value: a leaf, or a model.
    private mutating func reportValue(of node: Tree, ofType type: Located<TypeReference>) {
        let key = node.key
        guard node.children.isEmpty else {
            diagnostics.error(
                "\(Visible.quoted(key)) is a collection in Firestore, which has no value of its own",
                at: type.range,
                advice: "leave out \"$type\", or put the value into a document of the collection")
            return
        }
        diagnostics.error(
            "\(Visible.quoted(key)) would be a collection in Firestore, "
                + "and \(Visible.quoted(type.value.text)) is a value", at: node.keyRange,
            advice: "a collection has documents: \"\(key)\": { \"<id>\": … }",
            StoredType(type.value.text).isScalar
                ? "a single value is in a document: \"settings\": { \"main\": { \"\(key)\": … } }"
                : "a single value is a document: \"settings\": { \"\(key)\": … }")
    }

    private mutating func reportScalar(_ node: Tree, in collection: Tree) {
        guard let type = node.type?.value.text else { return }
        let key = collection.key
        let advice =
            node.isWildcard
            ? "put the value into a field: { \"<\(node.key)>\": { \"value\": \"\(type)\" } }"
            : "put it into a document: \"\(key)\": { \"main\": { \"\(node.key)\": \"\(type)\" } }"
        diagnostics.error(
            "a child of \(Visible.quoted(key)) is a document in Firestore, "
                + "and \(Visible.quoted(type)) has no fields", at: node.keyRange, advice: advice)
    }

    private mutating func reportUndecided(_ node: Tree, _ type: TypeReference) {
        diagnostics.error(
            "\(Visible.quoted(node.key)) may be a subcollection, or a map in its document: "
                + "the schema doesn't say what a \(Visible.quoted(type.text)) is",
            at: node.keyRange,
            advice: "\"$firestore\": \"subcollection\" makes each child a document, "
                + "\"$firestore\": \"map\" a field",
            "or list children of \(Visible.quoted(type.text)), which then is a document")
    }

    private mutating func reportDeepField(_ node: Tree, isTooDeep: Bool) {
        diagnostics.error(
            isTooDeep
                ? "this field is more than \(Self.fieldDepth) keys deep in its document"
                : "the keys that lead from the document to this field have more than "
                    + "\(Self.fieldUTF8Count) bytes together",
            at: node.keyRange,
            advice: "Firestore allows no deeper fields; a subcollection has documents of its own")
    }

    private mutating func reportSubcollectionInMap(_ node: Tree) {
        guard let directive = node.directives.all.first(where: { $0.name == .firestore }) else {
            return
        }
        diagnostics.error(
            "a map in a document has no subcollections", at: directive.key,
            advice: "leave it out, or move the child to the document itself")
    }
}

// MARK: - Nodes

/// The kinds of nodes in Firestore, as far as a schema determines them.
struct FirestoreNodes {
    let shared: SharedNodes

    /// The values of `$firestore`.
    enum Storage: String, CaseIterable {
        case subcollection, map
    }

    /// Whether a node can be a document, which has fields, but no value of its own.
    enum Eligibility {
        case eligible, ineligible
        /// The type is one of the app's, which the schema doesn't list the children of.
        case unknown(TypeReference)
    }

    /// Whether the children of a document's child are documents, too.
    enum Decision {
        case subcollection, map
        /// The elements are of a type that the schema doesn't list the children of.
        case unknown(TypeReference)
    }

    /// Returns the decision on a child of a document.
    func decision(on child: Tree, at pattern: String) -> Decision {
        if child.isWildcard { return .map }
        switch child.storage {
        case .subcollection: return .subcollection
        case .map: return .map
        case nil: break
        }
        let (node, pattern) = listing(child, at: pattern)
        guard node.gaps == .none, node.type == nil, node.children.contains(where: \.isWildcard)
        else { return .map }
        var decision = Decision.subcollection
        for element in node.children {
            switch eligibility(of: element, at: element.pattern(below: pattern)) {
            case .eligible: break
            case .ineligible: return .map
            case .unknown(let type): decision = .unknown(type)
            }
        }
        return decision
    }

    func eligibility(of node: Tree, at pattern: String) -> Eligibility {
        guard case .leaf(let type) = listing(node, at: pattern).node.content else {
            return .eligible
        }
        return switch StoredType(type.value.text) {
        case .scalar: .ineligible
        case .array, .set, .dictionary: .eligible
        case .unknown: .unknown(type.value)
        }
    }

    /// Returns the node that lists the children, with its pattern: the first one of the same type, or
    /// the node itself.
    func listing(_ node: Tree, at pattern: String) -> (node: Tree, pattern: String) {
        shared.other(for: node, at: pattern).map { ($0.node, $0.pattern) } ?? (node, pattern)
    }
}

extension Tree {
    /// The value of `$firestore`, if there is one.
    var storage: FirestoreNodes.Storage? {
        directives[.firestore].flatMap { FirestoreNodes.Storage(rawValue: $0.value) }
    }
}
