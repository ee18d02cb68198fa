extension CheckedRules {
    /// Returns the reason why a place may not be read; `nil` if it may.
    ///
    /// A rule from the root to the place must allow it; rules below the place have no say.
    package func refusal(
        ofReading place: [String], _ query: RuleQuery = RuleQuery(), by request: RulesRequest
    ) -> RulesRefusal? {
        var position = RulesPosition(self, request, newRoot: request.root)
        position.setQuery(query)
        var closed: [RulesPosition] = []
        for depth in 0...place.count {
            if depth > 0 { position = position.child(place[depth - 1]) }
            guard let rule = position.node?.read else { continue }
            if position.isTrue(rule) { return nil }
            closed.append(position)
        }
        return RulesRefusal(
            kind: .read, place: place, rules: closed.compactMap { $0.evaluated($0.node?.read) })
    }
}
