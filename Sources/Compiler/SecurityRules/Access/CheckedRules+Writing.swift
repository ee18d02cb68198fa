import PathSchema

extension CheckedRules {
    /// Returns the reason why places may not be written; `nil` if they may.
    ///
    /// Each place needs a `.write` that allows it, from the root to the place. Each `.validate` at
    /// the places, above and below them, must be true where there are new data.
    ///
    /// - Parameters:
    ///   - newRoot: the data after all of the write.
    ///   - isPermitted: whether only `.validate` decides.
    package func refusal(
        ofWriting places: [[String]], by request: RulesRequest, newRoot: (any RuleData)?,
        isPermitted: Bool = false
    ) -> RulesRefusal? {
        if places.isEmpty { return nil }
        var written = WrittenPlaces()
        for place in places { written.insert(place[...]) }
        var check = WriteCheck()
        check.check(
            RulesPosition(self, request, newRoot: newRoot), written,
            isAllowed: isPermitted)
        return check.refusal
    }
}

/// The places of a write, as a tree.
private struct WrittenPlaces {
    private(set) var isWritten = false
    /// The keys in the order of the write.
    private(set) var children: [(key: String, places: WrittenPlaces)] = []
    private var offsets: [ExactText: Int] = [:]

    mutating func insert(_ place: ArraySlice<String>) {
        guard let key = place.first else {
            isWritten = true
            return
        }
        let offset = offsets[ExactText(key)] ?? children.count
        if offset == children.count {
            offsets[ExactText(key)] = offset
            children.append((key, WrittenPlaces()))
        }
        children[offset].places.insert(place.dropFirst())
    }
}

/// A walk over the rules and data of a write, which ends with the first refusal.
private struct WriteCheck {
    private(set) var refusal: RulesRefusal?
    /// The positions on the way whose `.write` is false.
    private var closed: [RulesPosition] = []

    /// Checks the rules at a place on the way to the written ones, and below it.
    mutating func check(_ position: RulesPosition, _ places: WrittenPlaces, isAllowed: Bool) {
        var isAllowed = isAllowed
        var isClosed = false
        if !isAllowed, let rule = position.node?.write {
            isAllowed = position.isTrue(rule)
            isClosed = !isAllowed
        }
        if isClosed { closed.append(position) }
        defer { if isClosed { closed.removeLast() } }
        if places.isWritten, !isAllowed {
            refusal = RulesRefusal(
                kind: .write, place: position.scope.newData.keys,
                rules: closed.compactMap { $0.evaluated($0.node?.write) })
            return
        }
        validate(position)
        if places.isWritten {
            validateChildren(of: position)
        } else {
            for child in places.children where refusal == nil {
                check(position.child(child.key), child.places, isAllowed: isAllowed)
            }
        }
    }

    private mutating func validate(_ position: RulesPosition) {
        guard refusal == nil, let rule = position.node?.validate,
            position.scope.newData.exists, !position.isTrue(rule)
        else { return }
        refusal = RulesRefusal(
            kind: .validate, place: position.scope.newData.keys,
            rules: [position.evaluated(rule)].compactMap { $0 })
    }

    private mutating func validateChildren(of position: RulesPosition) {
        guard refusal == nil, let node = position.node, node.hasValidationBelow,
            let data = position.scope.newData.data, data.scalar == nil
        else { return }
        var check = self
        data.forEachChild { key, data in
            if let rules = node.child(key) {
                let child = position.child(key, rules, data)
                check.validate(child)
                check.validateChildren(of: child)
            }
            return check.refusal == nil
        }
        self = check
    }
}
