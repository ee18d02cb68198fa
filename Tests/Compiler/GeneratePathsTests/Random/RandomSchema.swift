import TestSupport

/// A schema made by chance: mostly one that makes sense, in keys that often don't.
struct RandomSchema {
    private var random: SplitMix64
    /// The suffix of the app's own types, so that those of several schemas in a module differ.
    private let suffix: String
    /// How many more nodes it may have.
    private var budget: Int
    /// The names of the branches that a new node would be inside of.
    private var enclosingNames: [String] = []
    /// Branches with a `$name`, or models with children, which may be there a second time.
    private var shared: [RandomJSON] = []
    private var nameCount = 0

    /// The text of the schema that a seed makes.
    static func json(seed: UInt64, suffix: String) -> String {
        value(seed: seed, suffix: suffix).text
    }

    /// The schema that a seed makes.
    static func value(seed: UInt64, suffix: String) -> RandomJSON {
        var random = SplitMix64(seed: seed)
        let budget = random.pick([3, 8, 15, 15, 30])
        var schema = RandomSchema(random: random, suffix: suffix, budget: budget)
        return schema.root()
    }

    /// The schema that a seed makes for Firestore: mostly collections of documents.
    static func documents(seed: UInt64, suffix: String) -> RandomJSON {
        var schema = RandomSchema(
            random: SplitMix64(seed: seed), suffix: suffix, budget: Int(10 + seed % 30))
        return schema.collections()
    }

    private init(random: SplitMix64, suffix: String, budget: Int) {
        self.random = random
        self.suffix = suffix
        self.budget = budget
    }

    private mutating func root() -> RandomJSON {
        var members = options()
        if random.chance(15) { members.append(("$doc", .string(random.pick(Vocabulary.texts)))) }
        return .object(members + (random.chance(6) ? alikeChildren() : children(depth: 0)))
    }

    private mutating func options() -> [(key: String, value: RandomJSON)] {
        var options: [(key: String, value: RandomJSON)] = []
        if random.chance(30) {
            options.append(("access", .string(random.pick(["internal", "public", "package"]))))
        }
        if random.chance(20) { options.append(("typePrefix", .string("DB"))) }
        if random.chance(10) { options.append(("typeSuffix", .string("Node"))) }
        return options.isEmpty ? [] : [("$options", .object(options))]
    }
}

// MARK: - Nodes

extension RandomSchema {
    /// The children of one object: named ones, a placeholder, or both.
    private mutating func children(depth: Int) -> [(key: String, value: RandomJSON)] {
        var children: [(key: String, value: RandomJSON)] = []
        var used: Set<String> = []
        let hasWildcard = random.chance(depth == 0 ? 10 : 20)
        let count = Int.random(in: hasWildcard && depth > 0 ? 0...2 : 1...5, using: &random)
        for _ in 0..<count {
            let key = key()
            if used.insert(key).inserted || random.chance(1) {
                children.append((key, node(depth: depth + 1, isElement: false)))
            }
        }
        if hasWildcard || children.isEmpty {
            let position = Int.random(in: 0...children.count, using: &random)
            children.insert((placeholder(), node(depth: depth + 1, isElement: true)), at: position)
        }
        return children
    }

    /// So many branches with the same members that these are declared once for all.
    private mutating func alikeChildren() -> [(key: String, value: RandomJSON)] {
        let members = children(depth: 5)
        let directives = directives(isElement: false).filter {
            !["$member", "$was"].contains($0.key)
        }
        return (0..<Int.random(in: 12...24, using: &random)).map { number in
            let branch = RandomJSON.object(directives + members.map { varied($0) })
            return random.chance(50)
                ? ("branch\(number)", branch)
                : ("table\(number)s", .object([(placeholder(), branch)]))
        }
    }

    /// A member that is the same, or of another type.
    private mutating func varied(_ member: (key: String, value: RandomJSON)) -> (
        key: String, value: RandomJSON
    ) {
        guard case .string = member.value, !member.key.hasPrefix("$"), random.chance(40) else {
            guard case .object(let members) = member.value else { return member }
            return (member.key, .object(members.map { varied($0) }))
        }
        return (member.key, .string(type()))
    }

    private mutating func node(depth: Int, isElement: Bool) -> RandomJSON {
        budget -= 1
        if random.chance(3), let twin = shared.randomElement(using: &random) { return twin }
        if budget <= 0 || depth > 6 || random.chance(35) { return leaf(isElement: isElement) }
        return random.chance(45)
            ? collection(depth: depth, isElement: isElement)
            : branch(depth: depth, isElement: isElement)
    }

    private mutating func leaf(isElement: Bool) -> RandomJSON {
        let type = random.chance(15) ? enclosingNames.randomElement(using: &random) : nil
        let value = RandomJSON.string(type ?? self.type())
        guard random.chance(20) else { return value }
        return .object([("$type", value)] + directives(isElement: isElement))
    }

    private mutating func collection(depth: Int, isElement: Bool) -> RandomJSON {
        var directives = directives(isElement: isElement)
        if !isElement, random.chance(10) {
            directives.append(("$singular", .string(memberName())))
        }
        return .object(directives + [(placeholder(), node(depth: depth + 1, isElement: true))])
    }

    private mutating func branch(depth: Int, isElement: Bool) -> RandomJSON {
        var directives = directives(isElement: isElement)
        let isNamed = random.chance(15)
        if isNamed {
            nameCount += 1
            let name = random.chance(5) ? "Comment" : "Named\(nameCount)"
            directives.append(("$name", .string(name)))
            enclosingNames.append(name)
        } else if random.chance(15) {
            nameCount += 1
            directives.append(("$type", .string("Record\(nameCount)\(suffix)")))
        }
        let children = children(depth: depth)
        let node = RandomJSON.object(directives + children)
        if isNamed { shared.append(node) }
        return node
    }

    private mutating func directives(isElement: Bool) -> [(key: String, value: RandomJSON)] {
        var directives: [(key: String, value: RandomJSON)] = []
        if random.chance(10) { directives.append(("$doc", .string(random.pick(Vocabulary.texts)))) }
        if random.chance(5) {
            directives.append(("$deprecated", .string(random.pick(Vocabulary.texts))))
        }
        if !isElement, random.chance(8) { directives.append(("$member", .string(memberName()))) }
        if !isElement, random.chance(4) { directives.append(("$was", .string(key()))) }
        if random.chance(2) { directives.append(("$comment", .string("*/ nothing"))) }
        return directives
    }
}

// MARK: - Names and types

extension RandomSchema {
    private mutating func key() -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<40: random.pick(Vocabulary.words)
        case ..<65: random.pick(Vocabulary.plurals)
        case ..<77: random.pick(Vocabulary.keywords)
        case ..<81: random.pick(Vocabulary.standardTypes)
        case ..<87: random.pick(Vocabulary.runtimeMembers)
        case ..<91: random.pick(Vocabulary.unicode)
        case ..<95: random.pick(Vocabulary.digits)
        case ..<97: random.pick(Vocabulary.punctuation)
        case ..<98: random.pick(Vocabulary.long)
        default: characters()
        }
    }

    /// A key of characters from anywhere in Unicode.
    private mutating func characters() -> String {
        var key = ""
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let blocks: [ClosedRange<UInt32>] = [
                0x20...0x7E, 0x80...0x5FF, 0x600...0x31FF, 0xA000...0xFFFF, 0x1_0000...0x1_FFFF,
            ]
            let value = UInt32.random(in: random.pick(blocks), using: &random)
            key.unicodeScalars.append(Unicode.Scalar(value) ?? "?")
        }
        return key
    }

    private mutating func placeholder() -> String {
        let name = random.pick(Vocabulary.placeholders)
        guard random.chance(20) else { return "<\(name)>" }
        let own = ["UserID\(suffix)", "Keys\(suffix).PostID"]
        let type = random.pick(own + ["Int", "String", "Substring"])
        return "<\(name): \(type)>"
    }

    private mutating func memberName() -> String {
        random.chance(50)
            ? random.pick(Vocabulary.keywords)
            : random.pick(["pinned", "renamed", "été", "_hidden", "entry"]) + "\(nameCount)"
    }

    private mutating func type() -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<50: random.pick(Vocabulary.types)
        case ..<98:
            random.pick([
                "Message\(suffix)", "Chat\(suffix).Message", "Page\(suffix)<Message\(suffix)>",
                "[UserID\(suffix): Message\(suffix)?]", "Message\(suffix)?",
                "AModelWhoseNameIsSoLongThatNoLineOfOrdinaryLengthCanHoldMuchMoreThanIt\(suffix)",
            ])
        default: random.pick(Vocabulary.wrongTypes + ["Comment"])
        }
    }
}

// MARK: - Collections of documents

extension RandomSchema {
    private mutating func collections() -> RandomJSON {
        let count = Int.random(in: 1...4, using: &random)
        return .object(
            (1...count).map { number in
                ("\(random.pick(Vocabulary.plurals))\(number)", documents(depth: 1))
            })
    }

    /// A collection of documents with any ID, with fixed ones, or with both.
    private mutating func documents(depth: Int) -> RandomJSON {
        var members: [(key: String, value: RandomJSON)] = []
        if random.chance(30) { members.append(("main", document(depth: depth + 1))) }
        if members.isEmpty || random.chance(50) {
            members.append((placeholder(), document(depth: depth + 1)))
        }
        return .object(members)
    }

    private mutating func document(depth: Int) -> RandomJSON {
        if random.chance(10) { return .string("Message\(suffix)") }
        if random.chance(15), let name = enclosingNames.randomElement(using: &random) {
            return .string(name)
        }
        var members: [(key: String, value: RandomJSON)] = []
        if random.chance(20) {
            nameCount += 1
            members.append(("$name", .string("Named\(nameCount)")))
            enclosingNames.append("Named\(nameCount)")
        } else if random.chance(20) {
            nameCount += 1
            members.append(("$type", .string("Record\(nameCount)\(suffix)")))
        }
        let children = children(depth: depth)
        return .object(
            members
                + children.map { child in
                    (child.key, decided(child.value, isElement: child.key.first == "<", depth))
                })
    }

    /// A child of a document, of which is known whether its children are documents.
    private mutating func decided(
        _ child: RandomJSON, isElement: Bool, _ depth: Int
    ) -> RandomJSON {
        guard !isElement, case .object(let members) = child,
            members.contains(where: { $0.key.first == "<" })
        else { return child }
        if random.chance(50), depth < 8 {
            guard case .object(let documents) = documents(depth: depth + 1) else { return child }
            return .object([("$firestore", .string("subcollection"))] + documents)
        }
        return random.chance(80) ? .object([("$firestore", .string("map"))] + members) : child
    }
}
