import PathSchema

/// The members that so many phantom types have that they are declared once for all of them.
///
/// The type checker looks at every constrained extension's member of a name wherever that name is used.
/// With the same few names under everything, as real databases have them, that takes time that grows
/// with the square of the number of types. A member of a protocol that the types conform to is one
/// declaration, however many they are.
struct SharedMembers {
    /// A member, and the protocol of the types that have it.
    struct Group {
        /// The first of the members. The others differ in their elements at most.
        let member: Member
        let protocolName: String
        /// The associated type that stands for the element; `nil` if it is that of `member` in all types.
        let associatedType: String?
    }

    /// In the order in which the schema has them first.
    private(set) var groups: [Group] = []

    /// For each member of the schema, its group; -1 for a member that is declared with its type.
    private var groupOfMember: [Int32] = []

    /// From how many types on a member is declared once. With fewer, the compiler takes no longer than
    /// for members with names of their own, and a type's members are better read in one place.
    static let threshold = 16

    init(_ schema: Schema) {
        var tally = MemberTally(schema)
        tally.countAll()
        guard tally.kinds.contains(where: { $0.count >= Self.threshold }) else { return }
        var names = FreeNames(schema)
        let groupsOfKinds = tally.kinds.map { kind in
            makeGroups(of: kind, named: Namer.capitalized(schema[kind.first.name]), &names)
        }
        groupOfMember = tally.kindOfMember.map { kind, isLikeFirst in
            guard kind >= 0 else { return -1 }
            let groups = groupsOfKinds[Int(kind)]
            return isLikeFirst ? groups.likeFirst : groups.others
        }
    }

    /// Makes a group of the members with the element that is first, if they are many, and one of all
    /// others, if those are. Were there one group, a type that comes to differ would change it for all.
    private mutating func makeGroups(
        of kind: MemberTally.Kind, named name: String, _ names: inout FreeNames
    ) -> (likeFirst: Int32, others: Int32) {
        var likeFirst: Int32 = -1
        var others: Int32 = -1
        var remaining = kind.count
        if kind.likeFirstCount >= Self.threshold {
            likeFirst = Int32(groups.count)
            remaining -= kind.likeFirstCount
            groups.append(
                Group(
                    member: kind.first, protocolName: names.take("Has\(name)"), associatedType: nil)
            )
        }
        if remaining >= Self.threshold {
            others = Int32(groups.count)
            groups.append(
                Group(
                    member: kind.first, protocolName: names.take("Has\(name)"),
                    associatedType: names.take(name + (kind.isCollection ? "Element" : "Value"))))
        }
        return (likeFirst < 0 ? others : likeFirst, others)
    }

    /// The position of a member's group, by the member's index in the schema; `nil` for a member that is
    /// declared with its type.
    func group(ofMember index: Int) -> Int? {
        guard !groupOfMember.isEmpty, groupOfMember[index] >= 0 else { return nil }
        return Int(groupOfMember[index])
    }
}

/// Counts the members of phantom types that could be declared as one.
private struct MemberTally {
    struct Kind {
        let first: Member
        let placeholder: SchemaPlaceholder?
        var count = 0
        /// How many of the members have the element of the first.
        var likeFirstCount = 0
        /// The kind of the same name that came before.
        let previous: Int32

        var isCollection: Bool { placeholder != nil }
    }

    private let schema: Schema
    private(set) var kinds: [Kind] = []
    /// For each member its kind, -1 for none, and whether it has the element of the kind's first.
    private(set) var kindOfMember: [(kind: Int32, isLikeFirst: Bool)]
    /// For each name, the latest kind of it, and how many there are.
    private var latest: [(kind: Int32, count: Int32)]

    /// A name with more kinds than this has hardly one that many types share.
    private static let maximumKindCount = 32

    init(_ schema: Schema) {
        self.schema = schema
        kindOfMember = Array(repeating: (kind: -1, isLikeFirst: false), count: schema.memberCount)
        latest = Array(repeating: (kind: -1, count: 0), count: schema.names.texts.count)
    }

    mutating func countAll() {
        for type in schema.types where type.kind == .phantom {
            let members = schema.members(of: type)
            for index in members.indices {
                count(members[index], at: index)
            }
        }
    }

    private mutating func count(_ member: Member, at index: Int) {
        let placeholders = schema.placeholders(of: member)
        // Neither wildcards nor collections of collections are common enough to be worth it.
        guard member.key != nil, placeholders.count <= 1 else { return }
        let placeholder = placeholders.first
        guard let kind = kind(of: member, placeholder) else { return }
        let isLikeFirst = kinds[kind].first.element.isSpelled(like: member.element)
        kindOfMember[index] = (Int32(kind), isLikeFirst)
        kinds[kind].count += 1
        kinds[kind].likeFirstCount += isLikeFirst ? 1 : 0
    }

    /// The kind of a member, a new one if need be; `nil` if its name has too many.
    private mutating func kind(of member: Member, _ placeholder: SchemaPlaceholder?) -> Int? {
        var kind = Int(latest[member.name.position].kind)
        while kind >= 0 {
            if kinds[kind].first.isDeclared(like: member), kinds[kind].placeholder == placeholder {
                return kind
            }
            kind = Int(kinds[kind].previous)
        }
        guard latest[member.name.position].count < Self.maximumKindCount else { return nil }
        kinds.append(
            Kind(
                first: member, placeholder: placeholder,
                previous: latest[member.name.position].kind))
        latest[member.name.position].kind = Int32(kinds.count - 1)
        latest[member.name.position].count += 1
        return kinds.count - 1
    }
}

extension Member {
    /// Whether two members can be declared as one, if their placeholders are the same.
    fileprivate func isDeclared(like other: Member) -> Bool {
        key == other.key && name == other.name && accessorName == other.accessorName
            && documentation == other.documentation && deprecation == other.deprecation
    }
}

extension Element {
    fileprivate func isSpelled(like other: Element) -> Bool {
        switch (self, other) {
        case (.value(let name), .value(let otherName)): name == otherName
        case (.declared(let index), .declared(let other)),
            (.declared(let index), .recurring(let other)),
            (.recurring(let index), .declared(let other)),
            (.recurring(let index), .recurring(let other)):
            index == other
        default: false
        }
    }
}

/// Names for generated declarations that no type of the schema has, neither generated nor the app's.
private struct FreeNames {
    private let schema: Schema
    private var taken: Set<String> = []

    init(_ schema: Schema) {
        self.schema = schema
        // The types in `[Message: Bool]` have no names of their own in the schema.
        for type in schema.valueTypes where !Identifier.isIdentifier(schema[type]) {
            let names = schema[type].unicodeScalars.split { !Identifier.isCharacter($0) }
            taken.formUnion(names.map { String($0) })
        }
    }

    /// Takes a name, with a number behind it if it isn't free.
    mutating func take(_ name: String) -> String {
        var free = name
        var count = 1
        while schema.names.known(free) != nil || !taken.insert(free).inserted {
            count += 1
            free = "\(name)\(count)"
        }
        return free
    }
}
