import SecurityRules
import Testing

/// The evaluator of these tests is tested, too.
@Suite struct RulesEvaluatorTests {
    private static let evaluator = RulesEvaluator(
        auth: ["uid": "ann", "token": ["role": "clerk"]],
        root: ["users": ["ann": ["name": "Ann", "age": 30]]],
        newRoot: ["users": ["ann": ["name": "Anna", "age": 31.5, "isOpen": true]]],
        path: ["users", "ann"], variables: ["$uid": "ann"])

    @Test(arguments: [
        "true", "newData.exists()", "newData.hasChildren()", "newData.hasChildren(['name', 'age'])",
        "newData.hasChild('name')", "!newData.hasChild('x')", "newData.child('name').isString()",
        "newData.child('name').val() === 'Anna'", "data.child('name').val() === 'Ann'",
        "newData.child('age').val() > data.child('age').val()",
        "newData.child('age').val() % 1 != 0", "data.child('age').val() % 1 == 0",
        "newData.child('isOpen').isBoolean()", "newData.child('name').val().length == 4",
        "newData.child('name').val().matches(/^a/i)", "!newData.child('name').val().matches(/^a/)",
        "newData.child('name').val().contains('nn')", "$uid == auth.uid",
        "auth.token['role'] == 'clerk'", "root.child('users/' + auth.uid).exists()",
        "newData.parent().child('ann/name').isString()", "now > 1600000000000",
        "data.child('x').val() == null", "newData.child('name').val().beginsWith('An')",
        "newData.child('name').val().toLowerCase() == 'anna'", "'a' < 'b'",
        "true || newData.val() > 1", "newData.val() != null", "'a' + 1 == 'a1'",
        "auth.nobody.name != 'x'",
        "false ? false : true", "-1 < 0",
    ])
    func isTrue(_ expression: String) throws {
        #expect(Self.evaluator.isTrue(try RulesParser.parse(expression)))
    }

    @Test(arguments: [
        "false", "newData.isString()", "newData.child('age').val() == '31.5'",
        "newData.child('name').val() > 1", "$other == 'x'", "newData.val().length > 0", "1", "auth",
        "newData.child('age').val().matches(/3/)", "newData.nothing()", "'1' == 1",
        "newData.val() > 1 || true", "newData.val() == 1",
        "newData.hasChildren(['name', 'x'])", "newData.parent().parent().parent().exists()",
    ])
    func isFalseOrMakesNoSense(_ expression: String) throws {
        #expect(!Self.evaluator.isTrue(try RulesParser.parse(expression)))
    }
}
