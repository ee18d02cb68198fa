import PathCodegen
import PathSchema

/// Compares the members and types that code is generated for, as code of the app uses them.
///
/// Members are paired by their names, whatever their keys are. A type that many nodes share is
/// compared where it comes first.
struct SourceComparison {
    private let old: Schema
    private let new: Schema
    private let oldUses: MemberUses
    private let newUses: MemberUses
    /// Whether an option gives generated types other names.
    private let hasOtherTypeNames: Bool
    private var list = ChangeList()
    private var compared: Set<TypePair> = []

    init(from old: Schema, to new: Schema) {
        self.old = old
        self.new = new
        oldUses = MemberUses(old)
        newUses = MemberUses(new)
        hasOtherTypeNames =
            old.options.typeNamespace != new.options.typeNamespace
            || old.options.typePrefix != new.options.typePrefix
            || old.options.typeSuffix != new.options.typeSuffix
        compareOptions()
        compare(old.root.id, new.root.id, at: "")
    }

    var changes: [Change] { list.changes }

    private mutating func compare(
        _ type: ElementType.ID, _ newType: ElementType.ID, at path: String
    ) {
        guard compared.insert(TypePair(old: type, new: newType)).inserted else { return }
        let members = old[type].members
        let newMembers = new[newType].members
        var table: UseTable?
        for index in 0..<members.count {
            let member = members[index]
            let isSame = index < newMembers.count && isDeclared(member, like: newMembers[index])
            // Most members are the same, and leaves: nothing more is done for those.
            if isSame, member.element.type == nil { continue }
            let path = path.child(member.key ?? member.placeholders[0].pathKey)
            if isSame {
                compareElements(member, newMembers[index], at: path)
                continue
            }
            let newTable = table ?? UseTable(newMembers, newUses)
            table = newTable
            compare(member, newTable, at: path)
        }
    }

    /// Compares the uses of a member with those of all members of the new type.
    private mutating func compare(_ member: Member, _ table: UseTable, at path: String) {
        let uses = oldUses.uses(of: member)
        var gone: [MemberUse] = []
        var retyped: [(use: MemberUse, newType: String)] = []
        var counterpart: Member?
        var ownership: Bool?
        for use in uses {
            guard let (newUse, newMember) = table[use] else {
                gone.append(use)
                continue
            }
            counterpart = newMember
            if newUse.type != use.type {
                retyped.append((use, newUse.type))
            } else if isOwn(member, in: old) != isOwn(newMember, in: new) {
                ownership = isOwn(member, in: old)
            }
        }
        addGone(gone, of: member, table, at: path)
        if let counterpart, hasOtherTypeName(member, counterpart) {
            addRenamedType(of: member, as: counterpart, names: retyped.map(\.use.name), at: path)
        } else if let (use, newType) = retyped.first {
            list.add(
                .memberRetyped, at: path, "`\(use.name)`: \(use.type) → \(newType)",
                names: retyped.map(\.use.name))
        }
        if let ownership {
            let name = oldUses.name(of: member.element)
            list.add(
                .memberRetyped, at: path,
                "`\(name)` \(ownership ? "was" : "is") a type of yours", names: uses.map(\.name))
        }
        if let counterpart { compareElements(member, counterpart, at: path) }
    }

    /// Compares the children of two members' elements.
    private mutating func compareElements(_ member: Member, _ newMember: Member, at path: String) {
        guard let type = member.element.type,
            member.placeholders.count == newMember.placeholders.count
        else { return }
        let path = path.element(of: member)
        if let newType = newMember.element.type {
            compare(type, newType, at: path)
        } else if old[type].kind == .model {
            let table = UseTable([], newUses)
            for child in old[type].members {
                compare(
                    child, table, at: path.child(child.key ?? child.placeholders[0].pathKey))
            }
        }
    }
}

extension String {
    /// Returns the path of a member's element.
    fileprivate func element(of member: Member) -> String {
        member.placeholders.dropFirst(member.key == nil ? 1 : 0)
            .reduce(self) { $0.child($1.pathKey) }
    }
}

// MARK: - Members

extension SourceComparison {
    /// Whether a member's elements are of a type of the app's.
    private func isOwn(_ member: Member, in schema: Schema) -> Bool {
        member.element.type.map { schema[$0].kind == .model } ?? true
    }

    /// Whether the generated types of two members have different names.
    private func hasOtherTypeName(_ member: Member, _ newMember: Member) -> Bool {
        guard !isOwn(member, in: old), !isOwn(newMember, in: new),
            member.placeholders.count == newMember.placeholders.count
        else { return false }
        return !oldUses.name(of: member.element)
            .hasSameBytes(as: newUses.name(of: newMember.element))
    }

    /// Whether both members generate the same declarations.
    private func isDeclared(_ member: Member, like other: Member) -> Bool {
        guard member.name.hasSameBytes(as: other.name), (member.key == nil) == (other.key == nil),
            member.accessorName.hasSameBytes(as: other.accessorName),
            member.placeholders.count == other.placeholders.count,
            oldUses.name(of: member.element).hasSameBytes(as: newUses.name(of: other.element)),
            isOwn(member, in: old) == isOwn(other, in: new)
        else { return false }
        for index in 0..<member.placeholders.count {
            let (key, otherKey) = (member.placeholders[index], other.placeholders[index])
            guard key.keyType.hasSameBytes(as: otherKey.keyType),
                index == 0 || key.parameter.hasSameBytes(as: otherKey.parameter)
            else { return false }
        }
        return true
    }

    private mutating func addRenamedType(
        of member: Member, as newMember: Member, names: [String], at path: String
    ) {
        guard !hasOtherTypeNames else { return }
        let name = oldUses.name(of: member.element)
        let newName = newUses.name(of: newMember.element)
        list.add(
            .typeRenamed, at: path.element(of: member), "the type `\(name)` is `\(newName)`",
            names: names)
    }

    private mutating func addGone(
        _ gone: [MemberUse], of member: Member, _ table: UseTable, at path: String
    ) {
        guard let first = gone.first else { return }
        let isDeprecated =
            member.deprecation != nil || member.placeholders.contains { $0.deprecation != nil }
        let names = gone.map(\.name)
        guard table.hasKey(of: member) else {
            return list.add(
                isDeprecated ? .deprecatedMemberRemoved : .memberRemoved, at: path, "removed",
                names: names)
        }
        var summary = "`\(first.name)`"
        if let use = table.use(of: member, like: first), use.name != first.name {
            summary += " → `\(use.name)`"
        } else if let use = table.use(of: member, like: first) {
            let (types, newTypes) = (first.parameterTypes, use.parameterTypes)
            summary += ": \(types.joined(separator: ", ")) → \(newTypes.joined(separator: ", "))"
        } else {
            summary += " removed"
        }
        list.add(
            isDeprecated ? .deprecatedMemberRemoved : .memberRenamed, at: path, summary,
            names: names)
    }
}

// MARK: - Options

/// Comparison of the options for generated code.
extension SourceComparison {
    private mutating func compareOptions() {
        let (options, newOptions) = (old.options, new.options)
        let (access, newAccess) = (options.access, newOptions.access)
        if newAccess.rank < access.rank {
            list.add(.accessLowered, at: "", "\(access.rawValue) → \(newAccess.rawValue)")
        }
        let texts: [(OptionName, String?, String?)] = [
            (.root, options.root, newOptions.root),
            (.namespace, options.namespace, newOptions.namespace),
            (.typePrefix, options.typePrefix, newOptions.typePrefix),
            (.typeSuffix, options.typeSuffix, newOptions.typeSuffix),
        ]
        for (name, text, newText) in texts where !text.hasSameBytes(as: newText) {
            func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "none" }
            list.add(
                .optionChanged, at: "",
                "`\(name.rawValue)`: \(quoted(text)) → \(quoted(newText))")
        }
        if old.hasIndexes, !new.hasIndexes {
            list.add(.memberRemoved, at: "", "`indexes` removed", names: ["indexes"])
        }
    }
}

extension Options.AccessLevel {
    fileprivate var rank: Int {
        switch self {
        case .internal: 0
        case .package: 1
        case .public: 2
        }
    }
}

// MARK: - Uses

/// The uses of the members of a type, by their names and parameters.
struct UseTable {
    private var uses: [String: (MemberUse, Member)] = [:]
    private let members: [Member]
    private let memberUses: MemberUses

    init(_ members: [Member], _ memberUses: MemberUses) {
        self.members = members
        self.memberUses = memberUses
        for member in members {
            for use in memberUses.uses(of: member) + memberUses.formerUses(of: member) {
                uses[Self.key(use)] = (use, member)
            }
        }
    }

    subscript(use: MemberUse) -> (MemberUse, Member)? { uses[Self.key(use)] }

    /// Returns the use of the member with the same key, and as many arguments.
    func use(of member: Member, like use: MemberUse) -> MemberUse? {
        let same = members.first { $0.key.hasSameBytes(as: member.key) }
        return same.flatMap { same in
            memberUses.uses(of: same).first { $0.labels.count == use.labels.count }
        }
    }

    /// Whether a member has the same key.
    func hasKey(of member: Member) -> Bool {
        members.contains { $0.key.hasSameBytes(as: member.key) }
    }

    private static func key(_ use: MemberUse) -> String {
        use.parameterTypes.isEmpty
            ? use.name : "\(use.name) \(use.parameterTypes.joined(separator: " "))"
    }
}
