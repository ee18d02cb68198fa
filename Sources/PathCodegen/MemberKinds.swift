import PathSchema

/// The kinds of members of phantom types: those of one kind could be declared as one.
struct MemberKinds {
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
