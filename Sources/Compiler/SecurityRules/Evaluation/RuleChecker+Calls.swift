extension RuleChecker {
    mutating func checkCall(
        of name: String, on base: RulesExpression, _ arguments: [RulesExpression]
    ) throws(RuleCheckError) -> Checked {
        let base = try check(base)
        if base.type == .snapshot, let method = SnapshotMethod(rawValue: name) {
            return try check(method, on: base, arguments)
        }
        if base.type.isOneOf(.string) {
            if name == "matches" { return try checkMatches(base, arguments) }
            if let method = StringMethod(rawValue: name) {
                let arguments = try checkStrings(arguments, count: method.argumentCount, of: name)
                return make(.stringMethod(base.expression, method, arguments), method.type)
            }
        }
        throw RuleCheckError(
            message: "No such method/property '\(name)'.", range: base.expression.range)
    }

    private mutating func check(
        _ method: SnapshotMethod, on base: Checked, _ arguments: [RulesExpression]
    ) throws(RuleCheckError) -> Checked {
        var checked: [CheckedExpression] = []
        if method == .hasChildren, !arguments.isEmpty {
            checked = try checkList(arguments, of: base)
        } else {
            checked = try checkStrings(
                arguments, count: method.argumentCount, of: method.rawValue)
        }
        return make(.snapshotMethod(base.expression, method, checked), method.type)
    }

    private mutating func checkStrings(
        _ arguments: [RulesExpression], count: Int, of method: String
    ) throws(RuleCheckError) -> [CheckedExpression] {
        var checked: [CheckedExpression] = []
        for (index, argument) in arguments.enumerated() {
            let argument = try check(argument)
            guard argument.type.isOneOf(.string) || index >= count else {
                throw error(
                    "\(method) expects argument \(index + 1) to be a string, but got "
                        + "\(argument.type.rawValue).", at: argument)
            }
            checked.append(argument.expression)
        }
        guard checked.count == count else {
            throw error(
                "\(method) expects \(count) argument\(count == 1 ? "" : "s"), but got "
                    + "\(checked.count).")
        }
        return checked
    }

    /// Checks the list of `hasChildren(['name', 'age'])`.
    private mutating func checkList(
        _ arguments: [RulesExpression], of base: Checked
    ) throws(RuleCheckError) -> [CheckedExpression] {
        guard arguments.count == 1, case .array(let keys) = arguments[0] else {
            throw error("hasChildren takes 1 argument: an array of strings.", at: base)
        }
        guard !keys.isEmpty else {
            throw error("hasChildren got an empty array, expected some strings in there.")
        }
        var checked: [CheckedExpression] = []
        for key in keys {
            let key = try check(key)
            guard key.type.isOneOf(.string) else {
                throw error("hasChildren got an array with a non-string value.", at: key)
            }
            checked.append(key.expression)
        }
        _ = takeRange()
        return checked
    }

    private mutating func checkMatches(
        _ base: Checked, _ arguments: [RulesExpression]
    ) throws(RuleCheckError) -> Checked {
        guard arguments.count == 1, case .regularExpression(let source, let flags) = arguments[0]
        else {
            throw error("matches takes 1 argument: a regular expression literal.", at: base)
        }
        let range = takeRange()
        do {
            let pattern = try PatternParser.parse(source, flags: flags)
            return make(.matches(base.expression, pattern), .boolean)
        } catch {
            throw RuleCheckError(message: error.message, range: range)
        }
    }
}
