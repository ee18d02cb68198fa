import TypedDatabase

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
