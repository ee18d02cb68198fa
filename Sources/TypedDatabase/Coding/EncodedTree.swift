extension EncodingNode {
    /// The tree, once the value has said everything.
    func pendingValue() throws -> PendingValue {
        var pending = PendingValue(nil)
        pending.value = try tree(&pending.serverTimes)
        return pending
    }

    /// The trees of the children, of those that there is nothing of as well.
    func pendingFields() throws -> [(key: TreeKey, value: PendingValue)] {
        try sortedChildren().map { child in
            var pending = PendingValue(nil)
            pending.value = try tree(of: child, &pending.serverTimes)
            let field: TreePlace = [child.key]
            pending.serverTimes = pending.serverTimes.map { $0.relative(to: field) }
            return (child.key, pending)
        }
    }

    private func tree(_ serverTimes: inout [TreePlace]) throws -> TreeValue? {
        if isContradictory {
            throw invalid(
                codingPath, "a place can't have a value, an array, or children by key at once")
        }
        guard container != nil else {
            return try tree(of: single ?? .nothing, at: trail, &serverTimes)
        }
        let knownTimes = serverTimes.count
        var values: [(key: TreeKey, value: TreeValue)] = []
        values.reserveCapacity(children.count)
        for child in try sortedChildren() {
            if let value = try tree(of: child, &serverTimes) {
                values.append((child.key, value))
            }
        }
        if values.isEmpty, serverTimes.count == knownTimes, let key = onlyCase {
            try check(key)
            values.append((key, true))
        }
        return TreeValue(TreeChildren(sorted: values))
    }

    private func tree(of child: Child, _ serverTimes: inout [TreePlace]) throws -> TreeValue? {
        if case .value(let value) = child.content { return value }
        return try tree(
            of: child.content, at: CodingTrail(key: child.key, parent: trail), &serverTimes)
    }

    private func tree(
        of content: Content, at trail: CodingTrail?, _ serverTimes: inout [TreePlace]
    ) throws -> TreeValue? {
        switch content {
        case .nothing: return nil
        case .value(let value): return value
        case .children(let node):
            if let trail, !TreeLimits.allows(trail.key) { throw invalid(key: trail.key) }
            return try node.tree(&serverTimes)
        case .serverTime:
            serverTimes.append(TreePlace(trail?.keys ?? []))
            return nil
        }
    }

    /// The only child if that may be a case of an enum.
    private var onlyCase: TreeKey? {
        guard container == .keyed, children.count == 1, let child = children.first,
            case .children(let node) = child.content, node.mayBeCase
        else { return nil }
        return child.key
    }

    private func sortedChildren() throws -> [Child] {
        if isAscending { return children }
        let sorted = children.sorted { $0.key < $1.key }
        let repeated = zip(sorted, sorted.dropFirst()).first { $0.key == $1.key }
        guard let key = repeated?.0.key else { return sorted }
        if !allowsRepetition { throw invalid(key.text, "two keys have this text", at: key) }
        let last = Dictionary(children.map { ($0.key, $0) }) { $1 }
        return last.values.sorted { $0.key < $1.key }
    }
}
