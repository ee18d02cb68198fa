import PathSchema
import TestSupport
import Testing

/// Names of phantom types don't depend on the order of the nodes.
@Suite struct TypeNamesTests {
    private static let features = [
        #""chatrooms": { "<id>": { "settings": { "mode": { "x": "Int" } }, "log": { "x": "Int" } } }"#,
        #""users": { "<id>": { "settings": { "mode": { "x": "Int" } }, "address": { "x": "Int" } } }"#,
        #""settings": { "mode": { "x": "Int" }, "x": "Int" }"#,
        #""misc": { "chatroomSettings": { "x": "Int" } }"#,
        #""log": { "settings": { "x": "Int" }, "<day>": { "settings": { "x": "Int" } } }"#,
        #""profiles": { "<id>": { "$type": "Profile", "settings": { "x": "Int" } } }"#,
        #""inbox": { "$name": "Box", "settings": { "x": "Int" } }"#,
        #""archive": { "chatrooms": { "<id>": { "log": { "x": "Int" } } } }"#,
    ]

    @Test func orderOfSiblingsDoesNotMatter() throws {
        let names = try Self.names(Self.features)
        #expect(names.count >= 18)
        var random = SplitMix64(seed: 1)
        for _ in 0..<50 {
            let shuffled = try Self.names(Self.features.shuffled(using: &random))
            #expect(shuffled == names)
        }
    }

    @Test func namesAreQualifiedByWhatEnclosesThem() throws {
        let names = try Self.names([Self.features[0], Self.features[1], Self.features[2]])
        #expect(
            names == [
                "chatrooms": "Chatroom", "users": "User", "settings": "Settings",
                "chatrooms/settings": "ChatroomSettings", "users/settings": "UserSettings",
                "settings/mode": "SettingsMode", "chatrooms/settings/mode": "ChatroomSettingsMode",
                "users/settings/mode": "UserSettingsMode", "chatrooms/log": "Log",
                "users/address": "Address",
            ])
    }

    /// The phantom types by the members that lead to them.
    private static func names(_ features: [String]) throws -> [String: String] {
        let schema = try Generation("{\(features.joined(separator: ",\n"))}").schema
        var names: [String: String] = [:]
        func visit(_ type: ElementType, at path: [String]) {
            for member in type.members {
                guard case .declared(let element) = member.element else { continue }
                let path = path + [member.name]
                if schema[element].kind == .phantom {
                    names[path.joined(separator: "/")] = schema[element].name
                }
                visit(schema[element], at: path)
            }
        }
        visit(schema.root, at: [])
        return names
    }
}
