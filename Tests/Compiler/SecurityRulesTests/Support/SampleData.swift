import PathSchema

/// Data for a schema: good data, and what is wrong with it after one change each.
struct SampleData {
    private let schema: Schema
    private var open: [ElementType.ID] = []
    private(set) var good = RulesData.null
    /// One change each, by what it makes wrong.
    private(set) var bad: [(change: String, data: RulesData)] = []
    private var changes: [(change: String, path: [String], value: RulesData)] = []

    init(_ schema: Schema) {
        self.schema = schema
        good = data(for: schema.root, at: [])
        bad = changes.map { ($0.change, good.setting($0.value, at: $0.path)) }
    }

    private mutating func data(for type: ElementType, at path: [String]) -> RulesData {
        open.append(type.id)
        defer { open.removeLast() }
        var children: [String: RulesData] = [:]
        for member in type.members {
            let key = member.key ?? ""
            if member.key == nil {
                addElements(of: member, after: 0, to: &children, at: path)
            } else {
                children[key] = data(for: member, after: 0, at: path + [key])
                if type.kind == .model, case .value("String") = member.element, !member.isCollection
                {
                    changes.append(("no value for a field", path + [key], nil))
                }
            }
        }
        if !type.members.contains(where: { $0.key == nil }) {
            changes.append(("an unknown child", path + ["no such child"], "x"))
        }
        if !path.isEmpty { changes.append(("a value for a branch", path, 7)) }
        return .children(children)
    }

    private mutating func data(
        for member: Member, after count: Int, at path: [String]
    ) -> RulesData {
        if count < member.placeholders.count {
            var children: [String: RulesData] = [:]
            addElements(of: member, after: count, to: &children, at: path)
            changes.append(("a value for a collection", path, "x"))
            return .children(children)
        }
        switch member.element {
        case .value(let type): return leaf(type, at: path)
        case .declared(let type), .recurring(let type):
            return open.contains(type) ? ["anything": 1] : data(for: schema[type], at: path)
        }
    }

    private mutating func addElements(
        of member: Member, after count: Int, to children: inout [String: RulesData],
        at path: [String]
    ) {
        let isInt = member.placeholders[count].keyType == "Int"
        let key = isInt ? "-12" : "öther key"
        children[key] = data(for: member, after: count + 1, at: path + [key])
        if isInt, let element = children[key] {
            changes.append(("a key that is no integer", path + ["x1"], element))
            changes.append(("a key with a zero before it", path + ["007"], element))
        }
    }

    private mutating func leaf(_ type: String, at path: [String]) -> RulesData {
        switch type {
        case "String", "String?", "URL":
            changes.append(("a number for a string", path, 1))
            changes.append(("children for a string", path, ["x": 1]))
            return "text"
        case "Int", "Int?":
            changes.append(("a fraction for an integer", path, 1.5))
            changes.append(("a string for an integer", path, "1"))
            return 12
        case "Double", "Date":
            changes.append(("a bool for a number", path, true))
            return 1.5
        case "Bool", "Bool?":
            changes.append(("a number for a bool", path, 1))
            return true
        case "[String: Int]":
            changes.append(("a string in a dictionary of integers", path + ["a"], "x"))
            return ["a": 1]
        default: return type.hasPrefix("[") ? ["0": "whatever"] : ["whatever": ["it": "is"]]
        }
    }
}
