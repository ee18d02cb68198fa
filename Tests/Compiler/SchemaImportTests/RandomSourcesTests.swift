import PathSchema
import SchemaImport
import TestSupport
import Testing

/// Whatever the keys and shapes are, the schema that comes out is accepted.
@Suite struct RandomSourcesTests {
    private static let keys = [
        "users", "user", "people", "person", "tasks", "task", "types", "collections", "settings",
        "user_posts", "userPosts", "user-posts", "posts", "default", "self", "init", "class", "a",
        "b",
        "A", "x y", "—", "❤️", "2019", "007", "description", "hashValue", "parent", "path", "Path",
        "element", "elements", "roots", "root", "children", "child", "news", "series", "été", "名字",
        "_", "__", "string", "strings", "dates", "date", "data", "errors", "values", "index",
    ]

    @Test func schemasThatComeOutAreAccepted() throws {
        var random = SplitMix64(seed: Seed.make())
        let count = Effort.times(300)
        var exports = 0
        var rules = 0
        for _ in 0..<count {
            let export = Self.object(depth: 4, using: &random)
            if let imported = try? Imports.export(Array(export.utf8)) {
                exports += 1
                _ = try Imports.compile(SchemaImporter(imported).schema)
            }
            let file = "{ \"rules\": \(Self.rules(depth: 4, using: &random)) }"
            if let imported = Imports.rulesWithMessages(Array(file.utf8)).0 {
                rules += 1
                _ = try Imports.compile(SchemaImporter(imported).schema)
            }
        }
        #expect(exports > count / 2)
        #expect(rules > count / 2)
    }

    private static func members(
        _ count: ClosedRange<Int>, using random: inout SplitMix64,
        _ value: (inout SplitMix64) -> String
    ) -> [String] {
        var keys: Set<String> = []
        for _ in 0..<Int.random(in: count, using: &random) { keys.insert(random.pick(self.keys)) }
        return keys.sorted().map { "\"\($0)\": \(value(&random))" }
    }

    private static func object(depth: Int, using random: inout SplitMix64) -> String {
        let isCollection = random.chance(30)
        var members = isCollection ? [] : members(1...5, using: &random) { value(depth, &$0) }
        if isCollection || random.chance(10) {
            for number in 0..<Int.random(in: 1...3, using: &random) {
                members.append("\"-KaZ000000000000000\(number)\": \(value(depth, &random))")
            }
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    private static func value(_ depth: Int, _ random: inout SplitMix64) -> String {
        if depth > 0, random.chance(60) { return object(depth: depth - 1, using: &random) }
        return random.pick(["1", "1.5", "true", "\"x\"", "1524787200000", "[1, 2]", "[\"a\"]"])
    }

    private static func rules(depth: Int, using random: inout SplitMix64) -> String {
        var members = members(0...4, using: &random) { random in
            depth > 0 ? rules(depth: depth - 1, using: &random) : "{}"
        }
        if depth > 0, random.chance(40) {
            let variable = random.pick(["$uid", "$id", "$key", "$user", "$user_id", "$x", "$other"])
            members.append("\"\(variable)\": \(rules(depth: depth - 1, using: &random))")
        }
        if random.chance(40) {
            let expression = random.pick([
                "newData.isString()", "newData.isNumber()", "newData.val() <= now",
                "newData.hasChildren(['name', 'date'])", "newData.val() === true",
                "newData.val() == 'a' || newData.val() == '' || newData.val() == 'in_progress'",
                "newData.child('users/name').val().matches(/^(self|Type|1|—|a b)$/)",
                "newData.isString() || newData.child('a').isNumber() && newData.hasChild('b')",
                "newData.val() == newData.parent().child('description').val()",
                "newData.hasChildren(['<id>', 'a.b', '$c', '']) && newData.child('class').exists()",
            ])
            members.append("\".validate\": \"\(expression)\"")
        }
        if random.chance(40) {
            let expression = random.pick([
                "root.child('admins').hasChild(auth.uid)", "data.child('a/b/c/d').val() == now",
                "newData.child('owner').val() == auth.uid && newData.hasChildren(['news', 'été'])",
                "root.child('users/' + auth.uid + '/tasks').val() === 'x' || !newData.exists()",
                "data.parent().child('people').child(newData.child('default').val()).exists()",
                "query.orderByChild == 'series/paths'", "root.child('a.b/<id>').exists()",
            ])
            members.append("\".\(random.pick(["read", "write"]))\": \"\(expression)\"")
        }
        if random.chance(10) { members.append("\".indexOn\": [\"score\", \"a/b\"]") }
        return "{ \(members.joined(separator: ", ")) }"
    }
}
