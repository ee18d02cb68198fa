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
        /// The associated type for the element; `nil` if all types have the element of `member`.
        let associatedType: String?
    }

    /// In the order in which the schema has them first.
    private(set) var groups: [Group] = []

    /// For each member of each type its group, if it has any; empty if there are no groups.
    private var groupsOfMembers: [[Int?]] = []

    /// From how many types on a member is declared once. With fewer, the compiler takes no longer than
    /// for members with names of their own, and a type's members are better read in one place.
    static let threshold = 16

    init(_ schema: Schema) {
        let frequencies = Self.frequencies(ofNamesIn: schema)
        guard frequencies.values.contains(where: { $0 >= Self.threshold }) else { return }
        var kinds = MemberKinds()
        let classifications = schema.types.map { type in
            type.members.map { member -> MemberKinds.Classification? in
                guard type.kind == .phantom, Self.canShare(member),
                    let frequency = frequencies[member.name], frequency >= Self.threshold
                else { return nil }
                return kinds.classify(member)
            }
        }
        var names = FreeNames(schema)
        let groupsOfKinds = kinds.all.map { makeGroups(of: $0, &names) }
        groupsOfMembers = classifications.map { members in
            members.map { member in
                guard let member else { return nil }
                let groups = groupsOfKinds[member.kind]
                return member.isLikeFirst ? groups.likeFirst : groups.others
            }
        }
    }

    /// For each member of a type the position of its group; `nil` for one that is declared with its type.
    /// Empty if no type has a group.
    func groups(of type: ElementType) -> [Int?] {
        groups.isEmpty ? [] : groupsOfMembers[type.id.index]
    }
}

extension SharedMembers {
    private static func frequencies(ofNamesIn schema: Schema) -> [String: Int] {
        var frequencies: [String: Int] = [:]
        for type in schema.types where type.kind == .phantom {
            for index in 0..<type.members.count {
                let member = type.members[index]
                guard canShare(member) else { continue }
                frequencies[member.name, default: 0] += 1
            }
        }
        return frequencies
    }

    /// Wildcards are not common enough to be worth it.
    private static func canShare(_ member: Member) -> Bool {
        member.key != nil
    }

    /// Makes a group of the members with the element that is first, if they are many, and one of all
    /// others, if those are. Were there one group, a type that comes to differ would change it for all.
    private mutating func makeGroups(
        of kind: MemberKinds.Kind, _ names: inout FreeNames
    ) -> (likeFirst: Int?, others: Int?) {
        guard kind.count >= Self.threshold else { return (nil, nil) }
        let member = kind.first
        let name = Namer.capitalized(member.name)
        let protocolName = names.withAffixes("Has\(name)Path")
        var likeFirst: Int?
        var others: Int?
        if kind.likeFirstCount >= Self.threshold {
            likeFirst = groups.count
            groups.append(
                Group(member: member, protocolName: names.take(protocolName), associatedType: nil))
        }
        let remaining = likeFirst == nil ? kind.count : kind.count - kind.likeFirstCount
        if remaining >= Self.threshold {
            others = groups.count
            groups.append(
                Group(
                    member: member, protocolName: names.take(protocolName),
                    associatedType: names.take(name + (member.isCollection ? "Element" : "Value"))))
        }
        return (likeFirst ?? others, others)
    }
}

/// Names for generated declarations that no type has, neither a generated one nor one of the app's.
private struct FreeNames {
    private var taken: Set<String>
    private let options: Options

    init(_ schema: Schema) {
        options = schema.options
        taken = schema.typeNames.union(schema.types.map(\.name))
        if let namespace = options.namespace { taken.insert(namespace) }
    }

    /// A name with the prefix and the suffix of the options, which keep the files of several schemas apart.
    func withAffixes(_ name: String) -> String {
        options.typePrefix + name + options.typeSuffix
    }

    /// Takes a name, with a number after it if it isn't free.
    mutating func take(_ name: String) -> String {
        var free = name
        var count = 1
        while !taken.insert(free).inserted {
            count += 1
            free = "\(name)\(count)"
        }
        return free
    }
}
