import PathSchema

/// Data for a schema: good data, and the same with one change each that makes it bad.
struct SampleData {
    private(set) var good = RulesData.null
    private var changes: [(change: String, path: [String], value: RulesData)] = []

    init(_ schema: Schema) {
        good = data(for: SchemaShape(schema), at: [])
    }

    /// Bad data, by what is bad about it.
    var bad: [(change: String, data: RulesData)] {
        changes.map { ($0.change, good.setting($0.value, at: $0.path)) }
    }

    private mutating func data(for shape: SchemaShape, at path: [String]) -> RulesData {
        switch shape {
        case .string:
            changes.append(("a number for a string", path, 1))
            changes.append(("children for a string", path, ["x": 1]))
            return "text"
        case .integer:
            changes.append(("a fraction for an integer", path, 1.5))
            changes.append(("a string for an integer", path, "1"))
            return 12
        case .number:
            changes.append(("a bool for a number", path, true))
            return 1.5
        case .bool:
            changes.append(("a number for a bool", path, 1))
            return true
        case .anything: return ["anything": 1]
        case .branch(let shapes, let element, let hasIntegerKeys):
            var children: [String: RulesData] = [:]
            for (key, shape) in shapes { children[key] = data(for: shape, at: path + [key]) }
            if let element {
                let key = hasIntegerKeys ? "-12" : "öther key"
                let value = data(for: element, at: path + [key])
                children[key] = value
                if hasIntegerKeys {
                    changes.append(("a key that is no integer", path + ["x1"], value))
                    changes.append(("a key with a zero before it", path + ["007"], value))
                }
            } else {
                changes.append(("an unknown child", path + ["no such child"], "x"))
            }
            if !path.isEmpty { changes.append(("a value for a branch", path, 7)) }
            return .children(children)
        }
    }
}
