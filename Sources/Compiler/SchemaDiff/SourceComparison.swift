import PathCodegen
import PathSchema

/// Compares the members and types that code is generated for, as code of the app uses them.
///
/// Members are paired by their names, whatever their keys are. A type that many nodes share is
/// compared where it comes first.
struct SourceComparison {
    let old: Schema
    let new: Schema
    private let oldUses: MemberUses
    private let newUses: MemberUses
    /// Whether an option gives generated types other names.
    private let hasOtherTypeNames: Bool
    var list = ChangeList()
    private var compared: Set<Pair> = []

    private struct Pair: Hashable {
        let old: ElementType.ID
        let new: ElementType.ID
    }

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
        guard compared.insert(Pair(old: type, new: newType)).inserted else { return }
        let members = old[type].members
        let newMembers = new[newType].members
        var table: UseTable?
        for index in 0..<members.count {
            let member = members[index]
            let isSame = index < newMembers.count && isDeclared(member, like: newMembers[index])
            // Most members are the same, and leaves: nothing more is done for those.
            if isSame, member.element.type == nil { continue }
            let path = path.child(member.key ?? "<\(member.placeholders[0].text)>")
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
                    child, table, at: path.child(child.key ?? "<\(child.placeholders[0].text)>"))
            }
        }
    }
}

extension String {
    /// Returns the path of a member's element.
    fileprivate func element(of member: Member) -> String {
        member.placeholders.dropFirst(member.key == nil ? 1 : 0)
            .reduce(self) { $0.child("<\($1.text)>") }
    }
}

// MARK: - Members

extension SourceComparison {
    /// Whether a member's elements are of a type of the app's.
    private func isOwn(_ member: Member, in schema: Schema) -> Bool {
        member.element.type.map { schema[$0].kind == .model } ?? true
    }

    /// Whether two members with generated types have another type name each.
    private func hasOtherTypeName(_ member: Member, _ newMember: Member) -> Bool {
        guard !isOwn(member, in: old), !isOwn(newMember, in: new),
            member.placeholders.count == newMember.placeholders.count
        else { return false }
        return !oldUses.name(of: member.element)
            .hasSameBytes(as: newUses.name(of: newMember.element))
    }

    /// Whether code can't tell the members apart.
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
