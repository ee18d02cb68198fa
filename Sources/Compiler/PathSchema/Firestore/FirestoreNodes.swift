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
