/// Makes the names of phantom types differ from each other, and from what they must not hide.
///
/// Names that are derived from keys and equal another are qualified with the name of the enclosing type,
/// all of them at once, and again until they differ. So the outcome doesn't depend on their order.
struct PhantomNames {
    private let options: Options
    private var declarations: [SchemaResolver.Declaration] = []
    private var names: [Name] = []
    /// For each type, the enclosing type that its name is qualified with next.
    private var nextQualifiers: [Int32?] = []
    private var claims = NameClaims()

    init(options: Options) {
        self.options = options
    }

    subscript(index: Int) -> Name { names[index] }

    /// Makes room for so many types. What is too much is memory that is never touched.
    mutating func reserveCapacity(_ count: Int) {
        declarations.reserveCapacity(count)
        names.reserveCapacity(count)
        nextQualifiers.reserveCapacity(count)
    }

    mutating func append(_ declaration: SchemaResolver.Declaration, in table: inout NameTable) {
        declarations.append(declaration)
        names.append(
            declaration.isPinned
                ? declaration.base : affixed(declaration.base, in: &table))
        nextQualifiers.append(declaration.isPinned ? nil : declaration.encloser)
    }

    /// Qualifies names until they differ, or there is nothing left to qualify them with.
    mutating func settle(in table: inout NameTable) {
        var qualified: [Int: Name] = [:]
        while true {
            let clashing = clashes().flatMap { $0 }.filter { nextQualifiers[$0] != nil }
            guard !clashing.isEmpty else { return }
            for index in clashing {
                guard let encloser = nextQualifiers[index].map({ Int($0) }) else { continue }
                let name = qualified[index] ?? declarations[index].base
                let longer = table.name(of: stem(of: encloser, in: table) + table[name])
                qualified[index] = longer
                names[index] = affixed(longer, in: &table)
                nextQualifiers[index] = declarations[encloser].encloser
            }
        }
    }

    /// A derived name with the prefix and the suffix of the options.
    private func affixed(_ name: Name, in table: inout NameTable) -> Name {
        if options.typePrefix.isEmpty, options.typeSuffix.isEmpty { return name }
        return table.name(of: options.typePrefix + table[name] + options.typeSuffix)
    }

    /// Reports the names that can't be: two types' own, or another's already.
    mutating func check(
        against models: UsedModels, names table: NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) {
        for clash in clashes() {
            for index in clash.dropFirst() {
                diagnostics.error(
                    "two phantom types would be named \(Visible.quoted(table[names[index]]))",
                    at: declarations[index].range, and: "the other is that of this node",
                    at: declarations[clash[0]].range, advice: Self.renaming)
            }
        }
        let areTaken = takenNames(models, in: table)
        for index in declarations.indices where areTaken[names[index].position] {
            guard isCertain(index), isVisible(index) else { continue }
            checkHiding(index, models: models, names: table, reportingTo: &diagnostics)
        }
    }

    /// By position, the names that another type may have: to look at each phantom type for that would
    /// take longer than to look for each of these.
    private func takenNames(_ models: UsedModels, in table: NameTable) -> [Bool] {
        var areTaken = [Bool](repeating: false, count: table.count)
        let others = [StandardTypes.needed, StandardTypes.standard, [options.runtime]].joined()
        for name in others.lazy.compactMap(table.known) {
            areTaken[name.position] = true
        }
        for name in models.names {
            areTaken[name.position] = true
        }
        return areTaken
    }

    /// The groups of phantom types that have one name, each in document order.
    private mutating func clashes() -> [[Int]] {
        var groups: [Int: [Int]] = [:]
        claims.beginRound()
        for index in names.indices where isCertain(index) && declarations[index].kind == .phantom {
            if let first = claims.claim(names[index], for: index) {
                groups[first, default: [first]].append(index)
            }
        }
        return groups.values.sorted { $0[0] < $1[0] }
    }

    /// Whether there would be such a type, were there no errors.
    private func isCertain(_ index: Int) -> Bool {
        !declarations[index].isUncertain
    }

    /// What a type contributes to the names of those inside: for a model, the last of its names.
    private func stem(of index: Int, in table: NameTable) -> String {
        let base = table[declarations[index].base]
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
        _ index: Int, models: UsedModels, names table: NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) {
        let name = table[names[index]]
        let declaration = declarations[index]
        let isRoot = declaration.kind == .root
        let subject = isRoot ? "the root type" : "the phantom type of this node"
        // A leaf that names a phantom type with a `$name` recurs; the root can't.
        let use = models.use(of: names[index], besidesPhantom: declaration.isPinned && !isRoot)
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
        "\"$options\": { \"root\": \"…\" } gives it another name"
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
