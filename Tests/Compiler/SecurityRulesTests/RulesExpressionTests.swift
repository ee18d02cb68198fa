import TestSupport
import Testing

@testable import SecurityRules

@Suite struct RulesExpressionTests {
    @Test(arguments: [
        "newData.isString()",
        "newData.isString() && newData.val().length < 100",
        "auth != null && (auth.uid == $uid || root.child('admins').hasChild(auth.uid))",
        "!data.exists() || newData.val() == data.val() + 1",
        "newData.val().matches(/^[A-Z]+\\/\\d$/i)",
        "newData.hasChildren(['a', 'b'])",
        "auth.token['role'] == 'clerk'",
        "a ? b : c ? d : e",
        "(a ? b : c) ? d : e",
        "1 - (2 - 3)",
        "1 - 2 - 3",
        "(a || b) && c",
        "-1 < now",
        "!(a && b)",
        "'it\\'s'",
        "newData.val() % 1 == 0",
    ])
    func expressionsArePrintedAsTheyAreWritten(text: String) throws {
        #expect(try RulesParser.parse(text).description == text)
    }

    @Test(arguments: [
        ("newData.val()===1", "newData.val() == 1"),
        ("a!==b", "a != b"),
        ("\"double\"", "'double'"),
        ("a&&b||c&&d", "a && b || c && d"),
        ("((a))", "a"),
        ("a\n  &&\tb", "a && b"),
        ("1 / 2", "1 / 2"),
    ])
    func formsThatMeanTheSameArePrintedInOneWay(text: String, printed: String) throws {
        #expect(try RulesParser.parse(text).description == printed)
    }

    @Test(arguments: [
        ("", 0, "unexpected the end; expected a value"),
        ("newData.", 8, "unexpected the end; expected a name after '.'"),
        ("newData.isString(", 17, "unexpected the end; expected a value"),
        ("a b", 2, "unexpected 'b'; expected an operator"),
        ("(a", 2, "unexpected the end; expected ')'"),
        ("'a", 0, "the string has no end"),
        ("a.matches(/x)", 10, "the regular expression has no end"),
        ("a = b", 2, "unexpected '='"),
        ("1.2.3", 0, "'1.2.3' is not a number"),
        ("a ? b", 5, "unexpected the end; expected ':'"),
        ("é & b", 3, "unexpected '&'"),
    ])
    func errorsSayWhereAndWhatIsExpected(text: String, offset: Int, message: String) {
        #expect(throws: RulesExpressionError(message: message, offset: offset)) {
            try RulesParser.parse(text)
        }
    }

    @Test(arguments: ["(", "!", "a.", "a && ", "[", "a ? "].map { Repeated($0) })
    func depthIsAnErrorAndNoCrash(text: Repeated) {
        #expect(throws: RulesExpressionError.self) { try RulesParser.parse(text.text) }
    }
}
