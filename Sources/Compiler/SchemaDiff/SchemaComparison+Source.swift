import PathCodegen
import PathSchema

/// Comparison of generated members and types.
extension SchemaComparison {
    /// Compares the members that code uses.
    ///
    /// - Parameter newMember: `nil` if there is no such child any more.
    mutating func compareUses(_ member: Member, _ newMember: Member?, at path: String) {
        guard let newMember else { return addGone(oldUses.uses(of: member), member, nil, at: path) }
        let isRenamed = hasOtherTypeName(member, newMember)
        if !isRenamed, isDeclared(member, like: newMember),
            isOwn(member, in: old) == isOwn(newMember, in: new)
        {
            return
        }
        let uses = oldUses.uses(of: member)
        if isRenamed, !hasOtherTypeNames {
            let element = member.placeholders.dropFirst(member.key == nil ? 1 : 0)
                .reduce(path) { $0.child("<\($1.text)>") }
            let (name, newName) = (
                oldUses.name(of: member.element), newUses.name(of: newMember.element)
            )
            add(
                .typeRenamed, at: element, "the type `\(name)` is `\(newName)`",
                names: uses.map(\.name))
        }
        let newUses = newUses.uses(of: newMember) + self.newUses.formerUses(of: newMember)
        var gone: [MemberUse] = []
        var retyped: [(MemberUse, MemberUse)] = []
        for use in uses {
            let same = newUses.first {
                $0.name == use.name && $0.parameterTypes == use.parameterTypes
            }
            guard let same else {
                gone.append(use)
                continue
            }
            if same.type != use.type { retyped.append((use, same)) }
        }
        addGone(gone, member, newMember, at: path)
        if uses.first?.type == newUses.first?.type, isOwn(member, in: old) != isOwn(newMember, in: new) {
            let name = oldUses.name(of: member.element)
            let wasOwn = isOwn(member, in: old)
            add(
                .memberRetyped, at: path,
                wasOwn ? "`\(name)` was a type of yours" : "`\(name)` is a type of yours",
                names: uses.map(\.name))
        }
        if let (use, same) = retyped.first, !isRenamed {
            add(
                .memberRetyped, at: path, "`\(use.name)`: \(use.type) → \(same.type)",
                names: retyped.map(\.0.name))
        }
    }

    /// Whether two members with generated types have another type name each.
    private func hasOtherTypeName(_ member: Member, _ newMember: Member) -> Bool {
        guard let type = member.element.type, let newType = newMember.element.type,
            old[type].kind == .phantom, new[newType].kind == .phantom
        else { return false }
        return !oldUses.name(of: type).hasSameBytes(as: newUses.name(of: newType))
    }

    /// Whether a member's elements are of a type of the app's.
    private func isOwn(_ member: Member, in schema: Schema) -> Bool {
        member.element.type.map { schema[$0].kind == .model } ?? true
    }

    /// Whether code can't tell the members apart.
    private func isDeclared(_ member: Member, like other: Member) -> Bool {
        guard member.name.hasSameBytes(as: other.name),
            member.accessorName.hasSameBytes(as: other.accessorName),
            member.placeholders.count == other.placeholders.count,
            oldUses.name(of: member.element).hasSameBytes(as: newUses.name(of: other.element))
        else { return false }
        for index in 0..<member.placeholders.count {
            let (key, otherKey) = (member.placeholders[index], other.placeholders[index])
            guard key.keyType.hasSameBytes(as: otherKey.keyType),
                index == 0 || key.parameter.hasSameBytes(as: otherKey.parameter)
            else { return false }
        }
        return true
    }

    private mutating func addGone(
        _ uses: [MemberUse], _ member: Member, _ newMember: Member?, at path: String
    ) {
        guard let first = uses.first else { return }
        let isDeprecated =
            member.deprecation != nil || member.placeholders.contains { $0.deprecation != nil }
        let names = uses.map(\.name)
        guard let newMember else {
            return add(
                isDeprecated ? .deprecatedMemberRemoved : .memberRemoved, at: path, "removed",
                names: names)
        }
        let replacement = newUses.uses(of: newMember).first {
            $0.labels.count == first.labels.count
        }
        var summary = "`\(first.name)`"
        if let replacement, replacement.name != first.name {
            summary += " → `\(replacement.name)`"
        } else if let replacement {
            let (types, newTypes) = (first.parameterTypes, replacement.parameterTypes)
            summary += ": \(types.joined(separator: ", ")) → \(newTypes.joined(separator: ", "))"
        } else {
            summary += " removed"
        }
        add(
            isDeprecated ? .deprecatedMemberRemoved : .memberRenamed, at: path, summary,
            names: names)
    }
}

// MARK: - Options

extension SchemaComparison {
    /// Compares the options for generated code.
    mutating func compareOptions() {
        let (options, newOptions) = (old.options, new.options)
        if newOptions.access.rank < options.access.rank {
            add(.accessLowered, at: "", "\(options.access.rawValue) → \(newOptions.access.rawValue)")
        }
        let texts: [(OptionName, String?, String?)] = [
            (.root, options.root, newOptions.root),
            (.namespace, options.namespace, newOptions.namespace),
            (.typePrefix, options.typePrefix, newOptions.typePrefix),
            (.typeSuffix, options.typeSuffix, newOptions.typeSuffix),
        ]
        for (name, text, newText) in texts where !text.hasSameBytes(as: newText) {
            func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "none" }
            add(.optionChanged, at: "", "`\(name.rawValue)`: \(quoted(text)) → \(quoted(newText))")
        }
        if old.hasIndexes, !new.hasIndexes {
            add(.memberRemoved, at: "", "`indexes` removed", names: ["indexes"])
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
