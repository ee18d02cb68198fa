import PathSchema
import SecurityRules
import Testing

@testable import SchemaPage

@Suite struct PlacedRulesTests {
    private func places(_ schema: String, _ rules: String) throws -> [PlacedRules] {
        PlacedRules.places(of: try compiled(schema), try readRules(#"{ "rules": \#(rules) }"#))
    }

    @Test func rulesAreAtTheirPlaces() throws {
        let places = try places(
            #"{ "rooms": { "<roomId>": { "name": "String" } } }"#,
            #"{ ".read": true, "rooms": { "$room": { "name": { ".write": "auth != null" } } } }"#)
        #expect(
            places.map(\.own) == [
                [.init(place: "/", name: ".read", text: "true")], [], [],
                [.init(place: "/rooms/$room/name", name: ".write", text: "auth != null")],
            ])
        #expect(places.allSatisfy { $0.below.isEmpty })
    }

    @Test func placesThatTheSchemaDoesNotListAreBelow() throws {
        let places = try places(
            #"{ "rooms": { "<roomId>": "Room" } }"#,
            """
            { "rooms": { "$room": { "name": { ".validate": "newData.isString()" },
              "tags": { "$tag": { ".validate": true } } } }, "old": { ".write": false } }
            """)
        #expect(places.map(\.below.count) == [1, 0, 2])
        #expect(places[0].below[0].place == "/old")
        #expect(places[2].below.map(\.place) == ["/rooms/$room/name", "/rooms/$room/tags/$tag"])
    }

    @Test func aVariableAppliesToKeysWithoutRulesOfTheirOwn() throws {
        let places = try places(
            #"{ "a": "Int", "b": "Int", "<key>": "Int" }"#,
            #"{ "a": { ".read": true }, "$other": { ".validate": false } }"#)
        #expect(places.map { $0.own.map(\.place) } == [[], ["/a"], ["/$other"], ["/$other"]])
        #expect(places.allSatisfy { $0.below.isEmpty })
    }

    @Test func everyRuleIsSomewhere() throws {
        let places = try places(
            """
            { "comments": { "<commentId>": { "$name": "Comment", "text": "String",
              "replies": { "<replyId>": "Comment" } } } }
            """,
            """
            { "comments": { ".indexOn": ["a", "b"], "$id": { "text": { ".validate": "1 < 2" },
              "replies": { "$id": { "replies": { "$id": { ".write": true } } } } } } }
            """)
        let texts = places.flatMap { $0.own + $0.below }.map { "\($0.place) \($0.name) \($0.text)" }
        #expect(
            texts == [
                "/comments .indexOn a, b", "/comments/$id/text .validate 1 < 2",
                "/comments/$id/replies/$id/replies/$id .write true",
            ])
    }
}
