extension RuleEvaluator {
    mutating func call(
        _ method: SnapshotMethod, on snapshot: RuleSnapshot, _ arguments: [CheckedExpression]
    ) throws(RuleFailure) -> RuleValue {
        switch method {
        case .val: return RuleValue(snapshot.data)
        case .getPriority: return .null
        case .exists: return .bool(snapshot.exists)
        case .isString:
            if case .string? = snapshot.data?.scalar { return .bool(true) }
            return .bool(false)
        case .isNumber:
            if case .number? = snapshot.data?.scalar { return .bool(true) }
            return .bool(false)
        case .isBoolean:
            if case .bool? = snapshot.data?.scalar { return .bool(true) }
            return .bool(false)
        case .parent:
            guard let parent = snapshot.parent else {
                throw RuleFailure(message: "the root has no parent")
            }
            return .snapshot(parent)
        case .child: return .snapshot(snapshot.child(at: try string(arguments[0])))
        case .hasChild:
            return .bool(snapshot.child(at: try string(arguments[0])).exists)
        case .hasChildren:
            if arguments.isEmpty {
                return .bool(snapshot.data.map { $0.exists && $0.scalar == nil } ?? false)
            }
            var hasAll = true
            for key in arguments where !snapshot.child(at: try string(key)).exists {
                hasAll = false
            }
            return .bool(hasAll)
        }
    }

    mutating func call(
        _ method: StringMethod, on text: String, _ arguments: [CheckedExpression]
    ) throws(RuleFailure) -> RuleValue {
        switch method {
        case .contains:
            return .bool(TextSearch(try string(arguments[0])).occurs(in: text))
        case .beginsWith:
            return .bool(text.utf8.starts(with: try string(arguments[0]).utf8))
        case .endsWith:
            let end = try string(arguments[0])
            return .bool(text.utf8.reversed().starts(with: end.utf8.reversed()))
        case .replace:
            let old = try string(arguments[0])
            let new = try string(arguments[1])
            let replaced = TextSearch(old).replacing(
                in: text, with: new, maximumLength: Self.maximumLength)
            guard let replaced else {
                throw RuleFailure(message: "the string is longer than \(Self.maximumLength) bytes")
            }
            return .string(replaced)
        case .toLowerCase: return .string(text.lowercased())
        case .toUpperCase: return .string(text.uppercased())
        }
    }
}
