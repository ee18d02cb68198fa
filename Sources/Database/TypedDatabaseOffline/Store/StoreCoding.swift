import TypedDatabase

// MARK: - Writes

extension TreeEdit {
    /// The edit as a value of the store.
    var stored: TreeValue {
        var children: TreeChildren = ["place": .string(place.description)]
        switch operation {
        case .set(let pending):
            children.store(pending.value)
            let times = pending.serverTimes.map { TreeValue.string($0.description) }
            children["serverTimes"] = TreeValue(list: times)
        case .increment(let delta): children["increment"] = delta
        }
        return .children(children)
    }

    init(stored value: TreeValue) {
        let children = value.children
        let place = TreePlace(slashSeparated: children["place"].text)
        if let delta = children["increment"] {
            self.init(place, .increment(delta))
        } else {
            let times = children["serverTimes"].list.map { TreePlace(slashSeparated: $0.text) }
            self.init(place, .set(PendingValue(children.storedValue, serverTimes: times)))
        }
    }
}

extension PendingWrite {
    /// The write as a value of the store.
    var stored: TreeValue {
        var children: TreeChildren = ["time": .integer(time)]
        children["edits"] = TreeValue(list: edits.map(\.stored))
        return .children(children.sealed(as: id))
    }

    /// Reads a write. If it ``isIntact(as:)``, it is the one that was stored.
    init(_ id: Int, stored value: TreeValue) {
        let children = value.children
        self.init(
            id: id, edits: children["edits"].list.map(TreeEdit.init), time: children["time"].integer
        )
        state = children["isSent"] != nil && hasIncrement ? .sent : .waiting
        isStored = true
    }

    func isIntact(as value: TreeValue) -> Bool { stored.hasSeal(of: value) }
}

extension RefusedWrite {
    /// The write as a value of the store.
    var stored: TreeValue {
        var children: TreeChildren = ["time": .integer(time)]
        children["edits"] = TreeValue(list: edits.map(\.stored))
        var reason: TreeChildren = [
            "kind": .string(error.kind.description), "message": .string(error.message),
        ]
        reason["place"] = error.place.map { .string($0.description) }
        children["error"] = .children(reason)
        return .children(children.sealed(as: id))
    }

    /// Reads a write. If it ``isIntact(as:)``, it is the one that was stored.
    init(_ id: Int, stored value: TreeValue) {
        let children = value.children
        let reason = children["error"]?.children ?? TreeChildren()
        let error = TreeDatabaseError(
            TreeDatabaseError.Kind(reason["kind"].text),
            at: reason["place"].map { TreePlace(slashSeparated: $0.text) },
            reason["message"].text)
        self.init(
            id: id, edits: children["edits"].list.map(TreeEdit.init), error: error,
            time: children["time"].integer)
    }

    func isIntact(as value: TreeValue) -> Bool { stored.hasSeal(of: value) }

    /// Makes a refused write of one that is damaged in the store: the edits that can be read.
    init(damaged write: PendingWrite, at place: TreePlace) {
        let edits = write.edits.filter { edit in
            guard case .set(let pending) = edit.operation else { return edit.isAllowed }
            return edit.isAllowed
                && pending.serverTimes.allSatisfy { time in
                    (try? TreeLimits.check(edit.place.appending(time))) != nil
                }
        }
        let error = TreeDatabaseError(
            .damagedFile, at: edits.first?.place,
            "the write is damaged in the store, at \(place), and isn't sent; its edits are what "
                + "could be read of it: write them again if they are right, then acknowledge it")
        self.init(PendingWrite(id: write.id, edits: edits, time: write.time), error)
    }
}

extension TreeEdit {
    /// Whether a database allows the place and the value.
    fileprivate var isAllowed: Bool {
        do {
            try TreeLimits.check(place)
            switch operation {
            case .set(let pending): try TreeLimits.check(pending.value, at: place)
            case .increment(let delta): try TreeLimits.check(delta, at: place)
            }
            return true
        } catch {
            return false
        }
    }
}

// MARK: - Deep values

/// An app's value may have as many levels as a store allows at its root, and is kept some levels
/// below. So what is far below in the value is kept beside it, each part with its place.
extension TreeChildren {
    /// The number of levels that `value` has at most.
    private static let levels = 16

    /// Sets the fields `value` and `deep`.
    mutating func store(_ value: TreeValue?) {
        var parts: [TreeValue] = []
        self["value"] = value?.cut(after: Self.levels, at: .root) { place, part in
            parts.append(["place": .string(place.description), "value": part])
        }
        self["deep"] = TreeValue(list: parts)
    }

    /// The value of the fields `value` and `deep`.
    var storedValue: TreeValue? {
        self["deep"].list.reduce(into: self["value"]) { value, part in
            value[TreePlace(slashSeparated: part.children["place"].text)] = part.children["value"]
        }
    }
}

extension TreeValue {
    /// Whether there are keys below this many others.
    func isDeeper(than levels: Int) -> Bool {
        guard case .children(let children) = self else { return false }
        return levels == 0 || children.contains { $0.value.isDeeper(than: levels - 1) }
    }

    /// Returns the value without the children below this many keys, which are taken out.
    fileprivate func cut(
        after levels: Int, at place: TreePlace, takingOut part: (TreePlace, TreeValue) -> Void
    ) -> TreeValue? {
        guard isDeeper(than: levels) else { return self }
        if levels == 0 {
            part(place, self)
            return nil
        }
        return TreeValue(
            TreeChildren(
                sorted: children.compactMap { key, child in
                    child.cut(after: levels - 1, at: place.appending(key), takingOut: part)
                        .map { (key, $0) }
                }))
    }
}

// MARK: - Check sums

extension TreeChildren {
    /// Returns the fields with a check sum of them and their number, so that damage is noticed: a
    /// lost leaf would make another write, or another query.
    func sealed(as id: Int) -> TreeChildren {
        var children = self
        let bytes = PackedChildren(self, limit: .max)?.bytes ?? []
        let hash = FNV1a.hash(bytes + "\(id)".utf8)
        children["sum"] = .integer(Int64(bitPattern: hash))
        return children
    }
}

extension TreeValue {
    /// Whether the check sums are the same, however the rest differs.
    func hasSeal(of other: TreeValue) -> Bool {
        children["sum"] != nil && children["sum"] == other.children["sum"]
    }
}

// MARK: - Fields

extension TreeValue {
    /// Makes children with the keys 0, 1, and so on.
    init?(list: [TreeValue]) {
        self.init(TreeChildren(sorted: list.enumerated().map { (TreeKey("\($0)"), $1) }))
    }

    /// The string; `""` if it is none.
    var text: String {
        if case .string(let text) = self { text } else { "" }
    }

    /// The integer; 0 if it is none.
    var integer: Int64 {
        if case .integer(let integer) = self { integer } else { 0 }
    }
}

extension TreeValue? {
    var text: String { self?.text ?? "" }
    var integer: Int64 { self?.integer ?? 0 }

    /// The children in order.
    var list: [TreeValue] { self?.children.map(\.value) ?? [] }
}

// MARK: - Queries

extension Query {
    /// The query as a value of the store.
    var stored: TreeChildren {
        var children: TreeChildren = ["place": .string(place.description)]
        switch selection.order {
        case .key: children["order"] = "key"
        case .value: children["order"] = "value"
        case .child(let child):
            children["order"] = "child"
            children["child"] = .string(child.description)
        }
        children["lower"] = selection.lower?.stored
        children["upper"] = selection.upper?.stored
        switch selection.limit {
        case .first(let count)?: children["first"] = .integer(Int64(count))
        case .last(let count)?: children["last"] = .integer(Int64(count))
        case nil: break
        }
        return children
    }

    init(stored children: TreeChildren) {
        var selection = TreeSelection()
        switch children["order"].text {
        case "value": selection.order = .value
        case "child":
            selection.order = .child(TreePlace(slashSeparated: children["child"].text))
        default: break
        }
        selection.lower = children["lower"].map { .init(stored: $0.children, selection.order) }
        selection.upper = children["upper"].map { .init(stored: $0.children, selection.order) }
        if let count = children["first"] { selection.limit = .first(Int(count.integer)) }
        if let count = children["last"] { selection.limit = .last(Int(count.integer)) }
        self.init(TreePlace(slashSeparated: children["place"].text), selection)
    }
}

extension TreeSelection.Bound {
    fileprivate var stored: TreeValue {
        var children: TreeChildren = ["isInclusive": .bool(isInclusive)]
        switch position {
        case .key(let key): children["key"] = .string(key.text)
        case .value(let value, let key):
            children.store(value)
            children["key"] = key.map { .string($0.text) }
        }
        return .children(children)
    }

    fileprivate init(stored children: TreeChildren, _ order: TreeSelection.Order) {
        let key = children["key"].map { TreeKey($0.text) }
        let position: TreePosition
        if order == .key, let key {
            position = .key(key)
        } else {
            position = .value(children.storedValue, key)
        }
        self.init(position, isInclusive: children["isInclusive"] == true)
    }
}
