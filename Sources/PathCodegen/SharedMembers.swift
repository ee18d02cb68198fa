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
