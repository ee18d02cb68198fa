import PathSchema

/// The kinds of members of phantom types: those of one kind could be declared as one.
struct MemberKinds {
    struct Kind {
        /// The first of the members. The others differ in their elements at most.
        let first: Member
        var count = 0
        /// How many of the members have the element of the first.
        var likeFirstCount = 0
    }

    /// The facts about a member that decide how it is emitted.
    struct Classification {
        let kind: Int
        /// Whether the member has the element of its kind's first.
        let isLikeFirst: Bool
    }

    private(set) var all: [Kind] = []
    /// The kinds of each name.
    private var kindsByName: [String: [Int]] = [:]

    /// A name with more kinds than this has hardly one that many types share.
    private static let maximumCountPerName = 32

    /// Counts a member with those of its kind, a new one if need be.
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

// Lists of conditions rather than `&&`: unoptimized, each operand of that takes a copy of the member.

extension Member {
    /// Whether two members can be declared as one, if their elements allow.
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
        case (.declared(let type), .declared(let other)),
            (.declared(let type), .recurring(let other)),
            (.recurring(let type), .declared(let other)),
            (.recurring(let type), .recurring(let other)):
            type == other
        default: false
        }
    }
}
