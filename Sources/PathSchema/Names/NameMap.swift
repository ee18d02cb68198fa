/// Something for each name of a table, held by the names' positions.
struct NameMap<Value> {
    private var values: [Value] = []
    /// What there is for a name that nothing was set for.
    private let initial: Value

    init(_ initial: Value) {
        self.initial = initial
    }

    subscript(name: Name) -> Value {
        get { name.position < values.count ? values[name.position] : initial }
        set {
            if name.position >= values.count {
                let count = max(name.position + 1, 2 * values.count)
                values += repeatElement(initial, count: count - values.count)
            }
            values[name.position] = newValue
        }
    }
}

extension NameMap: Sendable where Value: Sendable {}
