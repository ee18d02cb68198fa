import PathSchema

/// Comparison of children that had other keys.
extension SchemaComparison {
    /// Compares removed with added children that say by `$was` that they are the same.
    mutating func compareRenamed(
        _ removed: inout [Member], _ added: inout [Member], in parents: Parents
    ) {
        guard added.contains(where: { !$0.formerKeys.isEmpty }) else { return }
        for newMember in added {
            for former in newMember.formerKeys {
                let position = removed.firstIndex { $0.key?.hasSameBytes(as: former.key) == true }
                guard let position, let newKey = newMember.key else { continue }
                let member = removed.remove(at: position)
                let path = parents.path.child(former.key)
                let isKept = former.name != nil || former.accessorName != nil
                add(
                    .renamed, at: path, "renamed to `\(newKey)`",
                    for: isKept ? nil : [.data, .clients, .rules])
                compareMembers(member, newMember, in: parents)
                added.removeAll { $0.key.hasSameBytes(as: newKey) }
            }
        }
    }

    /// Notes the pairs of a removed and an added child that alone have their shape.
    mutating func suggestRenames(
        _ removed: [Member], _ added: [Member], at path: String
    ) {
        guard !removed.isEmpty, !added.isEmpty else { return }
        let oldShapes = Dictionary(grouping: removed) { old.shape(of: $0) }
        let newShapes = Dictionary(grouping: added) { new.shape(of: $0) }
        for member in removed {
            let shape = old.shape(of: member)
            guard oldShapes[shape]?.count == 1, let others = newShapes[shape], others.count == 1,
                let oldKey = member.key, let newKey = others[0].key
            else { continue }
            possibleRenames.append(
                SchemaDiff.PossibleRename(
                    path: path.isEmpty ? "/" : path, oldKey: oldKey, newKey: newKey))
        }
    }
}

extension Schema {
    /// Returns a text that is the same for members with the same types at the same keys, to some
    /// depth.
    fileprivate func shape(of member: Member, depth: Int = 3) -> String {
        let keys = member.placeholders.map { "<\($0.keyType)>" }.joined()
        guard let id = member.element.type else {
            return keys + (member.valueType ?? "")
        }
        let type = self[id]
        let model = type.kind == .model ? type.name : ""
        guard depth > 0 else { return keys + model }
        let children = type.members.map { "\($0.key ?? "<>"):\(shape(of: $0, depth: depth - 1))" }
        return "\(keys)\(model){\(children.sorted().joined(separator: ","))}"
    }
}
