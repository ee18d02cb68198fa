import PathSchema

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
