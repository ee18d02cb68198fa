import SecurityRules
import TypedDatabase

extension RuleQuery {
    /// The query of a selection, as rules see it.
    package init(_ selection: TreeSelection) {
        self.init()
        order =
            switch selection.order {
            case .key: .key
            case .value: .value
            case .child(let place): .child(place.description)
            }
        if let lower = selection.lower, lower == selection.upper {
            equalTo = lower.scalar
        } else {
            startAt = selection.lower?.scalar
            endAt = selection.upper?.scalar
        }
        switch selection.limit {
        case .first(let count)?: limitToFirst = count
        case .last(let count)?: limitToLast = count
        case nil: break
        }
    }
}

extension TreeSelection.Bound {
    fileprivate var scalar: RuleScalar? {
        switch position {
        case .key(let key): .string(key.text)
        case .value(let value, _): value?.scalar
        }
    }
}
