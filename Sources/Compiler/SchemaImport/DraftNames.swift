import PathSchema

/// Adds directives to a draft wherever names in the generated code would clash.
struct DraftNames {
    private let models: [DraftModel]
    private let choices: [DraftChoice]
    /// The names that generated types can't have.
    private var taken: Set<String>
    /// The full names of generated types so far, each qualified with all enclosing types.
    private var fullNames: Set<String> = []
    /// The names that generated types have or may have without qualification.
    private var derived: Set<String> = []
    /// The nodes below the first node of each model, which all nodes of the model share.
    private var firstChildren: [Int: [DraftNode]] = [:]

    init(models: [DraftModel], choices: [DraftChoice]) {
        self.models = models
        self.choices = choices
        taken = Set(models.map(\.name) + choices.map(\.name))
    }

    /// The context of a node.
    struct Place {
        /// The names of the enclosing types, innermost last.
        var enclosing: [String] = []
        /// The name that the key of the innermost enclosing type suggests, if that type has a key
        /// of its own.
        var owner: String?
        /// The key of the collection that contains the node as an element.
        var collection: String?
    }

    /// Names a node and all nodes below.
    mutating func finish(_ node: inout DraftNode, at place: Place = Place()) {
        var inner = place
        if let model = node.model {
            node.type = models[model].name
            inner.enclosing.append(models[model].name)
            for (position, child) in models[model].node.children.enumerated() {
                node.children[position].isOptional = child.isOptional
            }
        }
        if let choice = node.choice { node.type = choices[choice].name }
        if node.isPhantom { nameType(of: &node, at: place, inner: &inner) }
        if !node.isCollection { inner.collection = nil }
        if case .named(let key) = node.key, node.isCollection { inner.collection = key }
        var members = MemberNames()
        var children = node.children
        let first = node.model.flatMap { firstChildren[$0] }
        for position in children.indices {
            members.name(&children[position], in: &node)
            finish(&children[position], at: inner)
            if let first { children[position].takeNames(of: first[position]) }
        }
        node.children = children
        if let model = node.model, first == nil { firstChildren[model] = children }
    }

    /// Gives a node's generated type a unique name.
    ///
    /// - Parameter inner: the context of the node's children.
    private mutating func nameType(of node: inout DraftNode, at place: Place, inner: inout Place) {
        let bases = Self.derivedNames(of: node, at: place)
        inner.owner = node.isPlaceholder ? nil : bases[0]
        let names = bases.flatMap { Self.names($0, in: place.enclosing) }
            .map { StandardTypes.takes($0) ? $0 + "Node" : $0 }
        let fullName = (place.enclosing + [bases[0]]).joined()
        if names.allSatisfy(canBeDerived), fullNames.insert(fullName).inserted {
            derived.formUnion(names)
            inner.enclosing.append(bases[0])
            return
        }
        let name = unused(bases[0] + "Node")
        node.name = name
        taken.insert(name)
        inner.enclosing.append(name)
    }

    /// Returns a name and its qualified alternatives.
    private static func names(_ base: String, in enclosing: [String]) -> [String] {
        enclosing.reversed().reduce(into: [base]) { names, qualifier in
            names.append(qualifier + (names.last ?? ""))
        }
    }

    private func canBeDerived(_ name: String) -> Bool {
        !taken.contains(name) && !SwiftNames.isTaken(name)
    }

    private func unused(_ name: String) -> String {
        let isFree = { (name: String) in
            !taken.contains(name) && !derived.contains(name) && !SwiftNames.isTaken(name)
        }
        return isFree(name) ? name : name.numbered(where: isFree)
    }

    /// Returns the names that the compiler may derive, the likeliest first.
    private static func derivedNames(of node: DraftNode, at place: Place) -> [String] {
        switch node.key {
        case .root: return ["Root"]
        case .named(let key):
            let name = Namer.type(for: key) ?? node.member.flatMap { Namer.type(for: $0) }
            return [name ?? "Value"]
        case .placeholder(let name, _):
            if let key = place.collection { return [Namer.elementType(for: key) ?? "Element"] }
            let outer = place.enclosing.last ?? "Root"
            return [
                place.owner.flatMap { Namer.elementType(for: $0) },
                Namer.type(forPlaceholder: name), outer + "Element",
            ].compactMap { $0 }.filter { $0 != outer }
        }
    }
}

extension DraftNode {
    /// Takes the names of a node of the same shape, as all nodes of one model need them.
    fileprivate mutating func takeNames(of other: DraftNode) {
        name = other.name
        for position in children.indices {
            children[position].takeNames(of: other.children[position])
        }
    }
}

/// The names of one object's members, as far as they have been assigned.
private struct MemberNames {
    private var properties: Set<String> = []
    private var accessors: Set<String> = []

    mutating func name(_ child: inout DraftNode, in parent: inout DraftNode) {
        guard case .named(let key) = child.key else {
            let accessor = parent.singular ?? "child"
            if !parent.isCollection, !accessors.insert(accessor).inserted {
                parent.singular = unused(accessor, in: &accessors)
            }
            return
        }
        let derived = SwiftNames.member(for: key)
        var property = derived ?? "child"
        if derived == nil || !properties.insert(property).inserted {
            property = unused(property, in: &properties)
            child.member = property
        }
        guard child.isCollection else { return }
        let accessor = Namer.singular(property)
        if !accessors.insert(accessor).inserted {
            child.singular = unused(accessor, in: &accessors)
        }
    }

    /// Returns and reserves a unique name.
    private func unused(_ name: String, in names: inout Set<String>) -> String {
        name.numbered { names.insert($0).inserted }
    }
}

// MARK: - Models

/// Gives models and choices unique names that don't hide other types.
///
/// If two have the same preferred name, both are qualified with the names of their enclosing nodes:
/// `UserAddress`, `OrderAddress`.
enum ModelNames {
    static func assign(
        to models: inout [DraftModel], _ choices: inout [DraftChoice]
    ) {
        var names = models.map(\.base) + choices.map(\.base)
        var qualifiers = models.map(\.enclosing) + choices.map(\.enclosing)
        var clashes = self.clashes(names)
        while clashes.contains(where: { !qualifiers[$0].isEmpty }) {
            for position in clashes {
                guard let qualifier = qualifiers[position].popLast() else { continue }
                names[position] = qualifier + names[position]
            }
            clashes = self.clashes(names)
        }
        var used: Set<String> = []
        for position in models.indices {
            models[position].name = unused(names[position], or: "Record", &used)
        }
        for position in choices.indices {
            choices[position].name = unused(names[models.count + position], or: "Value", &used)
        }
    }

    /// Returns the indexes of names that occur more than once.
    private static func clashes(_ names: [String]) -> [Int] {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return names.indices.filter { counts[names[$0], default: 0] > 1 }
    }

    /// Returns and reserves a unique name that resembles a preferred one.
    private static func unused(
        _ name: String, or suffix: String, _ used: inout Set<String>
    ) -> String {
        let others = used
        let isFree = { !others.contains($0) && !SwiftNames.isTaken($0) }
        let free =
            [name, name + suffix].first(where: isFree) ?? name.numbered(where: isFree)
        used.insert(free)
        return free
    }
}

// MARK: - Placeholders

/// The names of placeholders, as a person would choose them.
///
/// - `$uid`, `$user_id`, `$userId` → `userId`
/// - `$id`, `$key` or no name, in `chatrooms` → `chatroomId`
/// - `$room`, if there are `rooms` → `roomId`
/// - no names in `userPosts`, with two levels → `userId`, `postId`
struct PlaceholderNames {
    /// The collection's key; `nil` at the root.
    let key: String?
    /// The source's variables or names, one for each level of collections.
    let names: [String?]
    /// The names of the elements of all collections, in lowercase.
    let elements: Set<String>

    /// Returns a name for each level, all unique, and different from those that are taken.
    func resolved(besides taken: [String]) -> [String] {
        let suggestions = suggestions
        var resolved: [String] = []
        for (level, name) in names.enumerated() {
            let isLast = level == names.count - 1
            let candidates = [
                name.flatMap(speakingName), suggestions[level], isLast ? ownName : "key", "id",
            ].compactMap { $0 }
            let isFree = { (candidate: String) in
                !resolved.contains(candidate) && !taken.contains(candidate)
            }
            let free = candidates.first(where: isFree)
            resolved.append(free ?? candidates[0].numbered(where: isFree))
        }
        return resolved
    }

    /// Returns a name based on the source's; `nil` if the source's name is generic.
    private func speakingName(_ name: String) -> String? {
        guard let member = SwiftNames.member(for: name) else { return nil }
        let letters = member.lowercased()
        if ["uid", "userid", "useruid"].contains(letters) { return "userId" }
        if Self.times.contains(letters) { return member }
        let word = String(letters.reversed().drop { $0.isNumber }.reversed())
        if Self.silent.contains(word) { return nil }
        if word.count == 1 { return nil }
        if letters == key.flatMap(Self.initialIdentifier(of:)) { return nil }
        if elements.contains(letters) { return Self.identifier(member) }
        return key.flatMap(SwiftNames.member)?.lowercased() == letters ? nil : member
    }

    /// Returns the abbreviated identifier of a collection's elements: `gid` for `groups`.
    private static func initialIdentifier(of key: String) -> String? {
        key.first.map { $0.lowercased() + "id" }
    }

    /// Names of keys that aren't IDs, in any collection.
    private static let times: Set = ["date", "day", "hour", "index", "month", "time", "year"]

    private static let silent: Set = [
        "_", "__", "any", "anything", "child", "childid", "default", "doc", "docid", "element",
        "entry", "entryid", "everything", "fid", "id", "item", "itemid", "key", "keyid", "node",
        "nodeid", "other", "others", "pushid", "rest", "self", "something", "uuid", "variable",
        "whatever", "wildcard", "xid",
    ]

    /// The suggested name for each level, from the words of the key.
    private var suggestions: [String?] {
        guard let key, let member = SwiftNames.member(for: key) else {
            return names.map { _ in "id" }
        }
        let words = SwiftNames.words(of: member).map { $0.lowercased() }
        if names.count == 2, let by = words.firstIndex(of: "by"), by + 1 < words.count {
            return [words[by + 1], by > 0 ? words[by - 1] : nil].map { $0.map(Self.identifier) }
        }
        if names.count > 1, words.count == names.count { return words.map(Self.identifier) }
        return Array(repeating: nil, count: names.count - 1) + [Self.identifier(member)]
    }

    /// The generic name, derived from the collection's key.
    private var ownName: String {
        key.flatMap(SwiftNames.member).map(Self.identifier) ?? "id"
    }

    private static func identifier(_ name: String) -> String {
        let singular = Namer.singular(name)
        let hasSuffix = ["Id", "ID", "Key"].contains { singular.hasSuffix($0) }
        return hasSuffix || singular == "id" ? singular : singular + "Id"
    }
}

// MARK: - Places

/// The names of placeholders, for writing places.
///
/// Places are always written in the schema's notation: `chatrooms/<chatroomId>/name`.
struct PlaceNames {
    private var names: [ImportedPlace: String] = [:]

    /// - Parameter element: the place of the collection's element.
    mutating func add(_ name: String, for element: ImportedPlace) {
        if names[element] == nil { names[element] = name }
    }

    func text(of place: ImportedPlace) -> String {
        guard !place.steps.isEmpty else { return "the root" }
        var current = ImportedPlace()
        return place.steps.map { step in
            switch step {
            case .key(let key):
                current = current.appending(key)
                return key
            case .any:
                current = current.element
                return "<\(names[current] ?? "key")>"
            }
        }
        .joined(separator: "/")
    }
}

// MARK: - Members and types

/// The names in models and drafts, beside those of the compiler's `Namer`.
enum SwiftNames {
    /// Returns the member that a key becomes; `nil` if the key needs a `$member`.
    static func member(for key: String) -> String? {
        Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
    }

    /// Whether a type of this name would hide another from the app.
    static func isTaken(_ type: String) -> Bool {
        StandardTypes.takes(type) || modules.contains(type)
    }

    /// Returns a text as a Swift string literal.
    static func literal(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { literal, scalar in
            literal +=
                scalar.isUnescapedASCII
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } + "\""
    }

    /// The names that the database layer adds to code with models.
    private static let modules: Set = [
        "KeyIdentifiable", "KeySet", "ScalarValue", "ServerTime", "TreeDatabase", "TreeValue",
        "TypedDatabase", "UnknownValue",
    ]

    /// Returns the words of a lower camel case name: `user`, `Posts` of `userPosts`.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var previousIsCapital = true
        for character in name {
            if words.isEmpty || character.isUppercase && !previousIsCapital {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
            previousIsCapital = character.isUppercase
        }
        return words
    }
}
