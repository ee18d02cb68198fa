import SecurityRules

/// Decides about writes as the service does, by `.write` and `.validate` of a file of rules.
struct WriteCheck {
    let rules: RulesNode

    init(_ text: String) throws {
        rules = try RulesFile.read(text)
    }

    /// Why a write is refused; `nil` if it is allowed.
    enum Refusal: Equatable {
        /// No `.write` on the way allows it.
        case write
        /// A `.validate` refuses what is at a place.
        case validate([String])
    }

    func refusal(of write: RandomWrite) -> Refusal? {
        var evaluator = RulesEvaluator()
        evaluator.auth = write.auth
        evaluator.now = RandomWrite.now
        evaluator.root = write.root
        evaluator.newRoot = write.newRoot
        for update in write.updates {
            var here = Position(rules: rules, data: evaluator.newRoot, evaluator: evaluator)
            var isAllowed = false
            for key in update.path + [nil] {
                isAllowed = isAllowed || here.allowsWriting
                if let place = here.refusal() { return .validate(place) }
                guard let key else { break }
                here = here.child(key)
            }
            guard isAllowed || write.isPermitted else { return .write }
            if let place = here.refusalBelow() { return .validate(place) }
        }
        return nil
    }
}

/// A place of the data, and its rules.
private struct Position {
    let rules: RulesNode?
    let data: RulesData
    var evaluator: RulesEvaluator

    var allowsWriting: Bool { rules?.write.map { evaluator.isTrue($0.expression) } ?? false }

    /// The place itself, if its rule refuses the new data.
    func refusal() -> [String]? {
        guard !data.isNothing, let rule = rules?.validate, !evaluator.isTrue(rule.expression) else {
            return nil
        }
        return evaluator.path
    }

    func refusalBelow() -> [String]? {
        guard case .children(let children) = data, rules != nil else { return nil }
        for key in children.keys.sorted() {
            let child = child(key)
            if let place = child.refusal() ?? child.refusalBelow() { return place }
        }
        return nil
    }

    func child(_ key: String) -> Position {
        var evaluator = evaluator
        evaluator.path.append(key)
        var node = rules?[key]
        if node == nil, let wildcard = rules?.wildcard {
            node = wildcard.node
            evaluator.variables[wildcard.key.text] = key
        }
        return Position(rules: node, data: data[key], evaluator: evaluator)
    }
}
