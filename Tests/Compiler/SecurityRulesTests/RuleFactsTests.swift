import Testing

@testable import SecurityRules

/// Expressions with the decisions of the service: recorded ones, and documented ones.
@Suite struct RuleFactsTests {
    @Test func tablesAreWhole() {
        #expect(RuleFact.recorded.count == 93)
        #expect(RuleFact.documented.count >= 150)
    }

    @Test(arguments: RuleFact.recorded + RuleFact.documented)
    func decidesAsTheServiceDoes(fact: RuleFact) {
        #expect(fact.outcome == fact.expected)
    }

    @Test(arguments: RuleFact.documented.filter { $0.message != nil })
    func errorsAreInTheServiceWords(fact: RuleFact) {
        #expect {
            try fact.checked()
        } throws: { error in
            let error = error as? RuleCheckError
            return error?.message == fact.message
                && error?.range.lowerBound == fact.column.map { $0 - 1 }
        }
    }
}
