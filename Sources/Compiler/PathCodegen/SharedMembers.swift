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

// MARK: - Kinds of members

/// The kinds of members of phantom types. Members of one kind can share a declaration.
struct MemberKinds {
    struct Kind {
        /// The first member of the kind. Other members differ at most in their elements.
        let first: Member
        var count = 0
        /// The number of members with the first member's element.
        var likeFirstCount = 0
    }

    /// The facts that decide how a member is emitted.
    struct Classification {
        let kind: Int
        /// Whether the member has the element of its kind's first member.
        let isLikeFirst: Bool
    }

    private(set) var all: [Kind] = []
    /// The kinds by member name.
    private var kindsByName: [String: [Int]] = [:]

    /// The limit of kinds per name. A name with more kinds is unlikely to have one that many types
    /// share.
    private static let maximumCountPerName = 32

    /// Counts a member as one of its kind, which is added if it is new.
    ///
    /// - Returns: `nil` if the member's name has too many kinds.
    mutating func classify(_ member: Member) -> Classification? {
        guard let kind = kind(of: member) else { return nil }
        let isLikeFirst = all[kind].first.element.isSpelled(like: member.element)
        all[kind].count += 1
        all[kind].likeFirstCount += isLikeFirst ? 1 : 0
        return Classification(kind: kind, isLikeFirst: isLikeFirst)
    }

    private mutating func kind(of member: Member) -> Int? {
        let kinds = kindsByName[member.name] ?? []
        for index in 0..<kinds.count where all[kinds[index]].first.isDeclared(like: member) {
            return kinds[index]
        }
        guard kinds.count < Self.maximumCountPerName else { return nil }
        kindsByName[member.name] = kinds + [all.count]
        all.append(Kind(first: member))
        return all.count - 1
    }
}

// Conditions are lists rather than `&&`: unoptimized, each operand of `&&` copies the member.

extension Member {
    /// Whether two members can share a declaration, provided that their elements allow.
    fileprivate func isDeclared(like other: Member) -> Bool {
        guard name.hasSameBytes(as: other.name), key.hasSameBytes(as: other.key),
            accessorName.hasSameBytes(as: other.accessorName),
            documentation.hasSameBytes(as: other.documentation),
            deprecation.hasSameBytes(as: other.deprecation),
            placeholders.count == other.placeholders.count
        else { return false }
        for index in 0..<placeholders.count
        where !placeholders[index].isDeclared(like: other.placeholders[index]) {
            return false
        }
        return true
    }
}

extension SchemaPlaceholder {
    fileprivate func isDeclared(like other: SchemaPlaceholder) -> Bool {
        guard text.hasSameBytes(as: other.text), parameter.hasSameBytes(as: other.parameter),
            keyType.hasSameBytes(as: other.keyType),
            documentation.hasSameBytes(as: other.documentation),
            deprecation.hasSameBytes(as: other.deprecation)
        else { return false }
        return true
    }
}

extension Element {
    fileprivate func isSpelled(like other: Element) -> Bool {
        switch (self, other) {
        case (.value(let name), .value(let otherName)): name.hasSameBytes(as: otherName)
        default: type != nil && type == other.type
        }
    }
}
