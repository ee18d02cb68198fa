/// Makes the names of phantom types unique, and keeps them from hiding other types.
///
/// Equal derived names are all qualified with the names of their enclosing types at once,
/// repeatedly until they differ, so that the result doesn't depend on their order.
struct PhantomNames {
    /// A type of the schema whose name may have to change.
    private struct Candidate {
        let declaration: Declaration
        /// The derived name with its qualifiers.
        var stem: String
        var name: String
        /// The enclosing type that qualifies the name next.
        var nextQualifier: ElementType.ID?
    }

    private let options: Options
    /// The candidates, in the order of the schema's types.
    private var candidates: [Candidate] = []

    init(options: Options) {
        self.options = options
    }

    subscript(type: ElementType.ID) -> String { candidates[type.index].name }

    /// Adds the schema's next type.
    mutating func append(_ declaration: Declaration) {
        let isPinned = declaration.isPinned
        candidates.append(
            Candidate(
                declaration: declaration, stem: declaration.base,
                name: isPinned ? declaration.base : withAffixes(declaration.base),
                nextQualifier: isPinned ? nil : declaration.enclosingType))
    }

    /// Qualifies clashing names until they differ, or no qualifier is left.
    mutating func disambiguate() {
        while true {
            var isDone = true
            for index in clashes().joined() {
                guard let enclosing = candidates[index].nextQualifier else { continue }
                isDone = false
                let qualifier = candidates[enclosing.index].declaration
                candidates[index].stem = qualifier.simpleName + candidates[index].stem
                candidates[index].name = withAffixes(candidates[index].stem)
                candidates[index].nextQualifier = qualifier.enclosingType
            }
            if isDone { return }
        }
    }

    /// Returns a derived name with the prefix and the suffix of the options. A name that would hide
    /// a type of Swift's, of the runtime's or of Apple's frameworks gives way: `tasks` makes
    /// `TaskNode`.
    private func withAffixes(_ stem: String) -> String {
        let name = options.typePrefix + stem + options.typeSuffix
        let isTaken = StandardTypes.takes(name) || name == options.runtime
        guard options.typeNamespace == nil, isTaken else { return name }
        return options.typePrefix + stem + "Node" + options.typeSuffix
    }

    /// Returns the groups of phantom types that share a name, each in document order.
    private func clashes() -> [[Int]] {
        var first: [ExactText: Int] = [:]
        var groups: [Int: [Int]] = [:]
        for index in candidates.indices {
            let declaration = candidates[index].declaration
            guard declaration.kind == .phantom, !declaration.isUncertain else { continue }
            let name = ExactText(candidates[index].name)
            if let other = first[name] {
                groups[other, default: [other]].append(index)
            } else {
                first[name] = index
            }
        }
        return groups.values.sorted { $0[0] < $1[0] }
    }
}

// MARK: - Invalid names

extension PhantomNames {
    private static let renaming = "\"$name\": \"…\" gives a phantom type another name"

    /// Reports names that two phantom types share, or that another type has already.
    func check(against models: UsedModels, reportingTo diagnostics: inout Diagnostics) {
        for clash in clashes() {
            for index in clash.dropFirst() {
                diagnostics.error(
                    "two phantom types would be named \(Visible.quoted(candidates[index].name))",
                    at: candidates[index].declaration.range,
                    and: "the other one belongs to this node",
                    at: candidates[clash[0]].declaration.range, advice: Self.renaming)
            }
        }
        for candidate in candidates where isVisible(candidate.declaration) {
            checkHiding(candidate, models: models, reportingTo: &diagnostics)
        }
    }

    /// Whether a generated type is visible in the whole module. `false` if an error makes the
    /// type's kind uncertain.
    private func isVisible(_ declaration: Declaration) -> Bool {
        guard !declaration.isUncertain else { return false }
        return switch declaration.kind {
        case .root: options.root != nil
        case .phantom: options.typeNamespace == nil
        case .model: false
        }
    }

    private func checkHiding(
        _ candidate: Candidate, models: UsedModels, reportingTo diagnostics: inout Diagnostics
    ) {
        let (name, declaration) = (candidate.name, candidate.declaration)
        let isRoot = declaration.kind == .root
        // A leaf that names a phantom type with a `$name` recurs; the root can't recur.
        let use = models.use(of: name, besidesPhantom: declaration.isPinned && !isRoot)
        let subject = isRoot ? "the root type" : "the phantom type of this node"
        let problem: String
        var severity = Diagnostic.Severity.error
        if StandardTypes.areNeededByGeneratedCode(name) || name == options.runtime {
            problem =
                "\(subject) would be named \(Visible.quoted(name)), "
                + "which the generated code itself needs"
        } else if use != nil {
            problem = "\(subject) would hide your type \(Visible.quoted(name))"
        } else if StandardTypes.hides(name) {
            problem = "\(subject) would hide Swift's own \(Visible.quoted(name))"
        } else if StandardTypes.hidesRuntime(name) {
            problem = "\(subject) would hide the runtime's \(Visible.quoted(name))"
        } else if let module = PlatformTypes.module(of: name) {
            // An app that doesn't import the module, as on a server, may declare such a type.
            severity = .warning
            problem = "\(subject) hides \(module)'s \(Visible.quoted(name)) in your module"
        } else {
            return
        }
        let places = use.map { [Diagnostic.Note("that type is used here", at: $0)] } ?? []
        var waysOut = isRoot ? Self.waysOutForRoot : Self.waysOut(yours: use == nil ? "…" : name)
        if use != nil, !isRoot, models.use(of: name, besidesPhantom: true) == nil {
            waysOut.insert(
                "\"$name\": \"\(name)\" beside the children lets that leaf mean this node, "
                    + "as in a tree that recurs", at: 0)
        }
        diagnostics.report(
            Diagnostic(
                severity, problem, at: declaration.range, notes: places + waysOut.map { .init($0) })
        )
    }

    private static let waysOutForRoot = [
        "\"$options\": { \"root\": \"…\" } gives it another name"
    ]

    /// - Parameter yours: a suggested type for the node's value.
    private static func waysOut(yours: String) -> [String] {
        [
            renaming,
            "\"$type\": \"\(yours)\" says that the value here is of your type",
            "\"$options\": { \"namespace\": \"…\" } moves all phantom types into a namespace",
        ]
    }
}

// MARK: - Equal shapes

extension Tree {
    /// Whether two branches can share a type: their children have the same names, types and
    /// collections, in any order. Documentation may differ. Unreadable parts count as equal.
    func hasSameShape(as other: Tree) -> Bool {
        guard gaps == .none, other.gaps == .none else { return true }
        let (children, otherChildren) = (children, other.children)
        guard type?.value == other.type?.value, children.count == otherChildren.count else {
            return false
        }
        let others = Dictionary(
            otherChildren.map { ($0.shapeKey, $0) }, uniquingKeysWith: { first, _ in first })
        return children.allSatisfy { child in
            others[child.shapeKey].map { child.isInterchangeable(with: $0) } ?? false
        }
    }

    private func isInterchangeable(with other: Tree) -> Bool {
        let naming: [DirectiveName] = [.name, .member, .singular, .property, .firestore]
        guard naming.allSatisfy({ directives[$0]?.value == other.directives[$0]?.value }) else {
            return false
        }
        switch (content, other.content) {
        case (.leaf(let type), .leaf(let otherType)):
            return type.value == otherType.value
        case (.branch, .branch):
            return hasSameShape(as: other)
        case (.collection(let element), .collection(let otherElement)):
            return element.shapeKey == otherElement.shapeKey
                && element.isInterchangeable(with: otherElement)
        default: return false
        }
    }

    /// A child's identity among its siblings: its key, or the key type of a wildcard.
    private enum ShapeKey: Hashable {
        case named(ExactText)
        case wildcard(ExactText?)
    }

    private var shapeKey: ShapeKey {
        isWildcard
            ? .wildcard(keyType.map { ExactText($0.value.text) }) : .named(ExactText(key))
    }
}
