import PathSchema

/// The members that so many phantom types have that they share one declaration.
///
/// For each use of a name, the type checker considers every constrained extension with a member of
/// that name. With the same few names under every node, as real databases have them, type checking
/// takes time that grows with the square of the number of types. A member of a protocol is one
/// declaration for any number of conforming types.
struct SharedMembers {
    /// A shared member with the protocol of the types that have the member.
    struct Group {
        /// The first member of the group. Other members differ at most in their elements.
        let member: Member
        let protocolName: String
        /// The associated type of the element; `nil` if all types have the element of `member`.
        let associatedType: String?
    }

    /// The groups, in the order of their first members in the schema.
    private(set) var groups: [Group] = []

    /// The group of each member of each type, if any; empty if there are no groups.
    private var groupsOfMembers: [[Int?]] = []

    /// The number of types from which a member is shared. With fewer types, compilation takes no
    /// longer than for distinct names, and a type's members are more readable in one place.
    static let threshold = 16

    init(_ schema: Schema) {
        let frequencies = Self.frequencies(ofNamesIn: schema)
        guard frequencies.values.contains(where: { $0 >= Self.threshold }) else { return }
        var kinds = MemberKinds()
        let classifications = schema.types.map { type in
            type.members.map { member -> MemberKinds.Classification? in
                // Members with former keys are too rare to be worth sharing.
                guard type.kind == .phantom, member.key != nil, member.formerKeys.isEmpty,
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

    /// Returns the group of each member of a type; `nil` for a member that isn't shared. Empty if
    /// no type has a group.
    func groups(of type: ElementType) -> [Int?] {
        groups.isEmpty ? [] : groupsOfMembers[type.id.index]
    }
}

extension SharedMembers {
    /// Returns the number of phantom types' members with each name. Wildcards are too rare to be
    /// worth sharing.
    private static func frequencies(ofNamesIn schema: Schema) -> [String: Int] {
        var frequencies: [String: Int] = [:]
        for type in schema.types where type.kind == .phantom {
            for index in 0..<type.members.count {
                let member = type.members[index]
                guard member.key != nil else { continue }
                frequencies[member.name, default: 0] += 1
            }
        }
        return frequencies
    }

    /// Makes one group of the members with the kind's first element, if they are many, and one of
    /// the other members, if those are. With a single group, one type with another element would
    /// change the code for all types.
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

/// Names for generated declarations that clash neither with generated types nor with the app's.
private struct FreeNames {
    private var taken: Set<String>
    private let options: Options

    init(_ schema: Schema) {
        options = schema.options
        taken = schema.typeNames.union(schema.types.map(\.name))
        if let namespace = options.namespace { taken.insert(namespace) }
    }

    /// Returns a name with the prefix and the suffix of the options, which distinguish the files of
    /// several schemas.
    func withAffixes(_ name: String) -> String {
        options.typePrefix + name + options.typeSuffix
    }

    /// Reserves a name, with a number appended if the name is taken.
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
