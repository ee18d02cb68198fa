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
        let kinds = MemberKinds(of: schema, from: Self.threshold)
        guard !kinds.all.isEmpty else { return }
        var names = FreeNames(schema)
        let groupsOfKinds = kinds.all.map { makeGroups(of: $0, in: schema, &names) }
        groupOfMember = kinds.ofMembers.map { kind, isLikeFirst in
            guard kind >= 0 else { return -1 }
            let groups = groupsOfKinds[Int(kind)]
            return isLikeFirst ? groups.likeFirst : groups.others
        }
    }

    /// Makes a group of the members with the element that is first, if they are many, and one of all
    /// others, if those are. Were there one group, a type that comes to differ would change it for all.
    private mutating func makeGroups(
        of kind: MemberKinds.Kind, in schema: Schema, _ names: inout FreeNames
    ) -> (likeFirst: Int32, others: Int32) {
        guard kind.count >= Self.threshold else { return (-1, -1) }
        let member = schema.members[kind.first]
        let name = Namer.capitalized(schema[member.name])
        var likeFirst: Int32 = -1
        var others: Int32 = -1
        if kind.likeFirstCount >= Self.threshold {
            likeFirst = Int32(groups.count)
            groups.append(
                Group(member: member, protocolName: names.take("Has\(name)"), associatedType: nil))
        }
        let remaining = likeFirst < 0 ? kind.count : kind.count - kind.likeFirstCount
        if remaining >= Self.threshold {
            others = Int32(groups.count)
            groups.append(
                Group(
                    member: member, protocolName: names.take("Has\(name)"),
                    associatedType: names.take(name + (member.isCollection ? "Element" : "Value"))))
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

/// The kinds of members of phantom types: those of one kind could be declared as one.
private struct MemberKinds {
    struct Kind {
        /// The position of the first of the members.
        let first: Int
        var count = 0
        /// How many of the members have the element of the first.
        var likeFirstCount = 0
        /// The kind of the same name that came before, and how many did; -1 for none.
        let previous: Int32
        let precedingCount: Int32
    }

    private let schema: Schema
    /// The kinds of the names that are frequent enough.
    private(set) var all: [Kind] = []
    /// For each member its kind, -1 for none, and whether it has the element of the kind's first. Empty
    /// if there are no kinds.
    private(set) var ofMembers: [(kind: Int32, isLikeFirst: Bool)] = []

    /// A name with more kinds than this has hardly one that many types share.
    private static let maximumCount = 32

    /// - Parameter threshold: how many members have a name that is frequent enough.
    init(of schema: Schema, from threshold: Int) {
        self.schema = schema
        var frequencies = [Int32](repeating: 0, count: schema.names.count)
        var isAnyFrequent = false
        forEachCandidate { member, _ in
            frequencies[member.name.position] += 1
            isAnyFrequent = isAnyFrequent || frequencies[member.name.position] >= threshold
        }
        guard isAnyFrequent else { return }
        var kinds: [Kind] = []
        var latest = [Int32](repeating: -1, count: schema.names.count)
        var ofMembers = [(kind: Int32, isLikeFirst: Bool)](
            repeating: (kind: -1, isLikeFirst: false), count: schema.members.count)
        forEachCandidate { member, position in
            guard frequencies[member.name.position] >= threshold,
                let kind = kind(of: member, at: position, &kinds, &latest[member.name.position])
            else { return }
            let first = schema.members[kinds[kind].first]
            let isLikeFirst = first.element.isSpelled(like: member.element)
            ofMembers[position] = (Int32(kind), isLikeFirst)
            kinds[kind].count += 1
            kinds[kind].likeFirstCount += isLikeFirst ? 1 : 0
        }
        all = kinds
        self.ofMembers = ofMembers
    }

    /// Neither wildcards nor collections of collections are common enough to be worth it.
    private func forEachCandidate(_ body: (Member, Int) -> Void) {
        for type in schema.types where type.kind == .phantom {
            for position in type.members {
                let member = schema.members[position]
                if member.key != nil, member.placeholders.count <= 1 {
                    body(member, position)
                }
            }
        }
    }

    /// The kind of a member, a new one if need be; `nil` if its name has too many.
    private func kind(
        of member: Member, at position: Int, _ kinds: inout [Kind], _ latest: inout Int32
    ) -> Int? {
        var kind = latest
        while kind >= 0 {
            let first = schema.members[kinds[Int(kind)].first]
            if first.isDeclared(like: member), placeholder(of: first) == placeholder(of: member) {
                return Int(kind)
            }
            kind = kinds[Int(kind)].previous
        }
        let precedingCount = latest < 0 ? 0 : kinds[Int(latest)].precedingCount + 1
        guard precedingCount < Self.maximumCount else { return nil }
        kinds.append(Kind(first: position, previous: latest, precedingCount: precedingCount))
        latest = Int32(kinds.count - 1)
        return kinds.count - 1
    }

    private func placeholder(of member: Member) -> SchemaPlaceholder? {
        member.isCollection ? schema.placeholders[member.placeholders.lowerBound] : nil
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
