/// Makes the names of phantom types differ from each other, and from what they must not hide.
///
/// Names that are derived from keys and equal another are qualified with the name of the enclosing type,
/// all of them at once, and again until they differ. So the outcome doesn't depend on their order.
struct PhantomNames {
    private let options: Options
    private var declarations: [SchemaResolver.Declaration] = []
    private var names: [String] = []
    /// For each type, the enclosing type that its name is qualified with next.
    private var nextQualifiers: [Int?] = []

    init(options: Options) {
        self.options = options
    }

    subscript(index: Int) -> String { names[index] }

    mutating func append(_ declaration: SchemaResolver.Declaration) {
        declarations.append(declaration)
        names.append(
            declaration.isPinned
                ? declaration.base : options.typePrefix + declaration.base + options.typeSuffix)
        nextQualifiers.append(declaration.isPinned ? nil : declaration.encloser)
    }

    /// Qualifies names until they differ, or there is nothing left to qualify them with.
    mutating func settle() {
        var qualified = [String](declarations.map(\.base))
        while true {
            let clashing = clashes().flatMap { $0 }.filter { nextQualifiers[$0] != nil }
            guard !clashing.isEmpty else { return }
            for index in clashing {
                guard let encloser = nextQualifiers[index] else { continue }
                qualified[index] = stem(of: encloser) + qualified[index]
                names[index] = options.typePrefix + qualified[index] + options.typeSuffix
                nextQualifiers[index] = declarations[encloser].encloser
            }
        }
    }

    /// Reports the names that can't be: two types' own, or another's already.
    func check(against models: UsedModels, reportingTo diagnostics: inout Diagnostics) {
        for clash in clashes() {
            for index in clash.dropFirst() {
                diagnostics.error(
                    "two phantom types would be named \(Visible.quoted(names[index]))",
                    at: declarations[index].range, and: "the other is that of this node",
                    at: declarations[clash[0]].range, advice: Self.renaming)
            }
        }
        for index in declarations.indices where isCertain(index) && isVisible(index) {
            checkHiding(index, models: models, reportingTo: &diagnostics)
        }
    }

    /// The groups of phantom types that have one name, each in document order.
    private func clashes() -> [[Int]] {
        var groups: [String: [Int]] = [:]
        var firsts: [String: Int] = [:]
        firsts.reserveCapacity(names.count)
        for index in names.indices where isCertain(index) && declarations[index].kind == .phantom {
            if let first = firsts[names[index]] {
                groups[names[index], default: [first]].append(index)
            } else {
                firsts[names[index]] = index
            }
        }
        return groups.values.sorted { $0[0] < $1[0] }
    }

    /// Whether there would be such a type, were there no errors.
    private func isCertain(_ index: Int) -> Bool {
        !declarations[index].isUncertain
    }

    /// What a type contributes to the names of those inside: for a model, the last of its names.
    private func stem(of index: Int) -> String {
        let base = declarations[index].base
        guard declarations[index].kind == .model else { return base }
        return base.unicodeScalars.split { !Identifier.isCharacter($0) }.last.map(String.init)
            ?? base
    }

    /// Whether a generated type of this name would be seen from all of the module.
    private func isVisible(_ index: Int) -> Bool {
        switch declarations[index].kind {
        case .root: options.root != nil
        case .phantom: options.typeNamespace == nil
        case .model: false
        }
    }
}

// MARK: - What a name may not hide

extension PhantomNames {
    private static let renaming =
        "\"$name\": \"…\" gives a phantom type another name"

    private func checkHiding(
        _ index: Int, models: UsedModels, reportingTo diagnostics: inout Diagnostics
    ) {
        let name = names[index]
        let declaration = declarations[index]
        let isRoot = declaration.kind == .root
        let subject = isRoot ? "the root type" : "the phantom type of this node"
        // A leaf that names a phantom type with a `$name` recurs; the root can't.
        let use = models.use(of: name, besidesPhantom: declaration.isPinned && !isRoot)
        let problem: String
        if StandardTypes.areNeededByGeneratedCode(name) || name == options.runtime {
            problem =
                "\(subject) would be named \(Visible.quoted(name)), "
                + "which the generated code needs itself"
        } else if use != nil {
            problem = "\(subject) would hide your type \(Visible.quoted(name))"
        } else if StandardTypes.hides(name) {
            problem = "\(subject) would hide Swift's own \(Visible.quoted(name))"
        } else {
            return
        }
        let places = use.map { [Diagnostic.Note("that type is used here", at: $0)] } ?? []
        let waysOut = isRoot ? Self.waysOutForRoot : Self.waysOut(yours: use == nil ? "…" : name)
        diagnostics.report(
            Diagnostic(
                .error, problem, at: declaration.range, notes: places + waysOut.map { .init($0) }))
    }

    private static let waysOutForRoot = [
        "\"$options\": { \"root\": \"…\" } gives it another name",
        "\"$options\": { \"namespace\": \"…\" } takes all generated types out of the way",
    ]

    /// - Parameter yours: the type that the node's value may have.
    private static func waysOut(yours: String) -> [String] {
        [
            renaming,
            "\"$type\": \"\(yours)\" says that the value here is that type of yours",
            "\"$options\": { \"namespace\": \"…\" } takes all phantom types out of the way",
        ]
    }
}

/// The types that a schema takes from the app, with the first place of each.
struct UsedModels {
    private var uses: [String: SourceRange] = [:]
    /// The uses that can't mean a phantom type: inside of another type, as a key, with children.
    private var certainUses: [String: SourceRange] = [:]

    /// - Parameter canBePhantom: whether a phantom type may be meant, as by a leaf.
    mutating func note(_ type: Located<TypeReference>, canBePhantom: Bool) {
        for name in type.value.lookedUpNames {
            if uses[name] == nil { uses[name] = type.range }
            if !canBePhantom || !type.value.isSingleName, certainUses[name] == nil {
                certainUses[name] = type.range
            }
        }
    }

    /// Where a model of this name is used; a phantom type with a `$name` may be what leaves mean.
    func use(of name: String, besidesPhantom: Bool) -> SourceRange? {
        besidesPhantom ? certainUses[name] : uses[name]
    }
}
