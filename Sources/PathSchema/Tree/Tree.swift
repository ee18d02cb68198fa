/// The shape of a database as its schema says it.
///
/// A tree is checked as far as one place can be: types are types, keys are keys, directives stand where
/// they mean something. Whether names clash is for the next stage, which sees the whole.
///
/// Nodes lie flat in one array and name each other by position: the memory for a box each would take
/// longer to get and to give back than the tree to read.
struct Tree: Sendable {
    /// The root is the first.
    private(set) var nodes: [Node] = []
    /// What is to be known of few nodes.
    private var details: [Details] = []

    /// What the root says about the code to generate.
    var options = WrittenOptions()
    /// The types that the tree names, by the texts that name them.
    var types: [Name: TypeReference] = [:]

    static let root = 0

    private struct Details {
        var directives = Directives()
        var keyType: Located<Name>?
    }

    subscript(node: Int) -> Node {
        get { nodes[node] }
        set { nodes[node] = newValue }
    }
}

extension Tree {
    /// A node: what a key leads to, or any key if that is a placeholder.
    struct Node: Sendable {
        enum Shape: UInt8 {
            /// A value of a Swift type.
            case leaf
            /// Named children. A mixed node is a branch with a wildcard among them.
            case branch
            /// Any key, and the same thing below each: one child, which is a wildcard.
            case collection
        }

        var shape = Shape.branch
        /// Whether any key leads here that no sibling has: behind a placeholder.
        let isWildcard: Bool
        /// What had to be left out of this, since an error is in it.
        var gaps = Gaps.none
        /// The key; the name of a placeholder, without its type; none for the root.
        let key: Name
        private let source: Int32
        private let keyLower: UInt32
        private let keyUpper: UInt32

        private var typeName = Name.none
        private var typeLower: UInt32 = 0
        private var typeUpper: UInt32 = 0

        fileprivate var firstChild: Int32 = -1
        fileprivate var nextSibling: Int32 = -1
        /// The position of its details; -1 for none.
        fileprivate var details: Int32 = -1

        init(_ key: Located<Name>, isWildcard: Bool) {
            self.key = key.value
            self.isWildcard = isWildcard
            source = key.range.source
            (keyLower, keyUpper) = (key.range.lower, key.range.upper)
        }

        /// Where the key stands; of a placeholder, all of it; for the root, where it begins.
        var keyRange: SourceRange { SourceRange(source: source, keyLower, keyUpper) }

        /// The type of the value: of a leaf, or of a branch that is a model.
        var type: Located<Name>? {
            get {
                typeName.ifAny.map {
                    Located($0, at: SourceRange(source: source, typeLower, typeUpper))
                }
            }
            set {
                typeName = newValue?.value ?? .none
                (typeLower, typeUpper) = (newValue?.range.lower ?? 0, newValue?.range.upper ?? 0)
            }
        }
    }
}

/// What could not be read of an object, so that later stages don't report what only follows from it.
enum Gaps: Comparable {
    case none
    /// Some of the children.
    case children
    /// What would have shown whether it is a branch at all, and of which type.
    case kind
}

// MARK: - Children

extension Tree {
    /// The children of a node in document order, and those of other files behind them.
    func children(of node: Int) -> Children {
        Children(nodes: nodes, child: nodes[node].firstChild)
    }

    func childCount(of node: Int) -> Int {
        var count = 0
        for _ in children(of: node) { count += 1 }
        return count
    }

    /// Whether two nodes have as many children as each other. Looks at no more than the fewer.
    func haveEquallyManyChildren(_ node: Int, _ other: Int) -> Bool {
        var others = children(of: other)
        for _ in children(of: node) {
            if others.next() == nil { return false }
        }
        return others.next() == nil
    }

    /// The one child of a collection.
    func element(of collection: Int) -> Int { Int(nodes[collection].firstChild) }

    struct Children: Sequence, IteratorProtocol {
        fileprivate let nodes: [Node]
        fileprivate var child: Int32

        mutating func next() -> Int? {
            guard child >= 0 else { return nil }
            let current = Int(child)
            child = nodes[current].nextSibling
            return current
        }
    }

    /// Makes room for so many nodes. What is too much is memory that is never touched.
    mutating func reserveCapacity(_ count: Int) {
        nodes.reserveCapacity(count)
    }

    /// Adds a node that is nobody's child yet.
    mutating func append(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// Makes a node the last child of another.
    ///
    /// - Parameter last: the last child so far, if there is any.
    mutating func adopt(_ child: Int, by parent: Int, behind last: Int?) {
        if let last {
            nodes[last].nextSibling = Int32(child)
        } else {
            nodes[parent].firstChild = Int32(child)
        }
        nodes[child].nextSibling = -1
    }

    /// Adds the nodes of another tree. Returns where its root is.
    mutating func append(_ other: Tree) -> Int {
        let offset = Int32(nodes.count)
        let detailsOffset = Int32(details.count)
        details += other.details
        for var node in other.nodes {
            if node.details >= 0 { node.details += detailsOffset }
            if node.firstChild >= 0 { node.firstChild += offset }
            if node.nextSibling >= 0 { node.nextSibling += offset }
            nodes.append(node)
        }
        return Int(offset)
    }
}

// MARK: - Details

extension Tree {
    /// What the directives of a node say.
    func directives(of node: Int) -> Directives {
        details(of: node)?.directives ?? Directives()
    }

    mutating func setDirectives(_ directives: Directives, of node: Int) {
        withDetails(of: node) { $0.directives = directives }
    }

    /// The type of a wildcard's keys, that accessors take instead of `String`.
    func keyType(of wildcard: Int) -> Located<Name>? {
        details(of: wildcard)?.keyType
    }

    mutating func setKeyType(_ type: Located<Name>, of wildcard: Int) {
        withDetails(of: wildcard) { $0.keyType = type }
    }

    private func details(of node: Int) -> Details? {
        let position = Int(nodes[node].details)
        return position < 0 ? nil : details[position]
    }

    private mutating func withDetails(of node: Int, _ change: (inout Details) -> Void) {
        if nodes[node].details < 0 {
            nodes[node].details = Int32(details.count)
            details.append(Details())
        }
        change(&details[Int(nodes[node].details)])
    }
}
