import PathSchema
import TestSupport
import Testing

@testable import SecurityRules

/// Rules from strangers end in an error or a decision, in linear time.
@Suite struct HostileRulesTests {
    @Test(arguments: [
        Repeated("("), Repeated("!"), Repeated("["), Repeated("-", after: "0 < "),
        Repeated("(!", count: 5_000), Repeated("true ? ", count: 10_000),
        Repeated(".parent()", count: 10_000, after: "data"), Repeated("[auth", after: "auth"),
        Repeated("true && ", count: 100_000), Repeated("(true && ", count: 10_000),
        Repeated("(", count: 100_000, after: "data.val().matches(/"),
        Repeated("a{1000}", count: 100_000, after: "data.val().matches(/"),
    ])
    func nestingIsAnError(text: Repeated) {
        #expect(throws: (any Error).self) { try Self.check(text.text + ".exists()") }
    }

    @Test func rowsOfOperatorsNeedNoStack() throws {
        let row = Array(repeating: "true", count: 999).joined(separator: " && ")
        #expect(try Self.decision(on: row))
        let sum = Array(repeating: "'a'", count: 999).joined(separator: " + ")
        #expect(try Self.decision(on: "(\(sum)).length == 999"))
    }

    @Test(arguments: [
        "/^(a+)+$/", "/^(a|a)*$/", "/(a*)*b/", "/^(a?){500}a{500}$/", "/(x+x+)+y/", "/^(.*a){20}$/",
    ])
    func patternsTakeLinearTime(pattern: String) throws {
        let text = String(repeating: "a", count: 2_000)
        for end in ["", "!"] {
            _ = try Self.decision(on: "data.val().matches(\(pattern))", .string(text + end))
        }
    }

    /// A code unit takes a word for 64 combinations of counts, and not a step for each.
    @Test(arguments: [
        ("(a{1,30}){1,30}$", 40), ("((ab){1,30}){1,30}$", 64), ("^.{0,6000}$", 100),
        ("(((a|b){1,10}c?){1,10}){1,10}$", 80),
    ])
    func countsTakeBitsAndNotSteps(pattern: String, wordCount: Int) throws {
        #expect(try PatternParser.parse(pattern, flags: "").wordCount < wordCount)
    }

    @Test func patternsThatGrowAreRefused() {
        for pattern in ["/((a{100}){100}){100}/", "/a{99999}/", "/(((a{50}){50}){50}){50}/"] {
            #expect(throws: RuleCheckError.self) {
                try Self.check("data.val().matches(\(pattern))")
            }
        }
    }

    @Test func aPathOfAMillionSlashesIsAPath() throws {
        let slashes = String(repeating: "/", count: 1_000_000)
        #expect(try Self.decision(on: "data.child('\(slashes)').isString()", "x"))
        let deep = String(repeating: "a/", count: 500_000)
        #expect(try Self.decision(on: "!data.child('\(deep)').exists()", "x"))
        #expect(try Self.decision(on: "!data.child('\(deep)').parent().exists()", "x"))
        let path = String(repeating: "a/", count: 40)
        let up = String(repeating: ".parent()", count: 40)
        #expect(try Self.decision(on: "data.child('\(path)')\(up).isString()", "x"))
    }

    @Test func stringsDoNotGrowWithoutLimit() throws {
        let replaced = String(repeating: ".replace('a', 'aaaaaaaaaa')", count: 20)
        #expect(try !Self.decision(on: "'a'\(replaced).length > 0"))
    }

    @Test(arguments: [
        Repeated("true && ", count: 125_000, after: #"{ "rules": { ".read": ""#),
        Repeated(#""a": {"#, after: #"{ "rules": {"#),
        Repeated(#""a": { ".read": "newData.exists()" },"#, count: 10_000, after: #"{ "rules": {"#),
    ])
    func longFilesAreRead(text: Repeated) {
        var diagnostics = Diagnostics()
        let source = SourceText(name: "rules", text: text.text)
        #expect(RulesCompiler.compile(source, reportingTo: &diagnostics) == nil)
        #expect(diagnostics.hasErrors)
    }

    @discardableResult
    private static func check(_ text: String) throws -> CheckedExpression {
        try RuleChecker.check(try RulesParser.parseRule(text), of: .read, variables: [])
    }

    private static func decision(on text: String, _ data: RulesData = .null) throws -> Bool {
        var evaluator = RuleEvaluator(
            RuleScope(
                auth: nil, now: 0, root: data.ruleData,
                newData: RuleSnapshot(root: data.ruleData)))
        return evaluator.isTrue(try check(text))
    }
}
