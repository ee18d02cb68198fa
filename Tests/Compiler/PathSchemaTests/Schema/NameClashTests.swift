import PathSchema
import Testing

/// Names that can't be: each diagnostic names both places, and the ways out.
@Suite struct NameClashTests {
    @Test(arguments: [
        (
            #"{"latest": "Message", "messages": {"<id>": {"text": "String"}}}"#,
            """
            schema.json:1:24: error: the phantom type of this node would hide your type 'Message'
            1 | {"latest": "Message", "messages": {"<id>": {"text": "String"}}}
              |                        ^~~~~~~~
            schema.json:1:13: note: that type is used here
            1 | {"latest": "Message", "messages": {"<id>": {"text": "String"}}}
              |             ^~~~~~~
            note: "$name": "Message" beside the children lets that leaf mean this node, as in a tree that recurs
            note: "$name": "…" gives a phantom type another name
            note: "$type": "Message" says that the value here is of your type
            note: "$options": { "namespace": "…" } moves all phantom types into a namespace

            """
        ),
        (
            #"{"errors": {"<id>": {"$name": "Error", "text": "String"}}}"#,
            """
            schema.json:1:32: error: the phantom type of this node would hide Swift's own 'Error'
            1 | {"errors": {"<id>": {"$name": "Error", "text": "String"}}}
              |                                ^~~~~
            note: "$name": "…" gives a phantom type another name
            note: "$type": "…" says that the value here is of your type
            note: "$options": { "namespace": "…" } moves all phantom types into a namespace

            """
        ),
        (
            #"{"paths": {"<id>": {"$name": "PathProtocol", "text": "A"}}}"#,
            """
            schema.json:1:31: error: the phantom type of this node would hide the runtime's 'PathProtocol'
            1 | {"paths": {"<id>": {"$name": "PathProtocol", "text": "A"}}}
              |                               ^~~~~~~~~~~~
            note: "$name": "…" gives a phantom type another name
            note: "$type": "…" says that the value here is of your type
            note: "$options": { "namespace": "…" } moves all phantom types into a namespace

            """
        ),
        (
            #"{"x": {"$member": "Paths", "<a>": "Int"}}"#,
            """
            schema.json:1:20: error: an accessor named 'Path' would hide what the generated code needs
            1 | {"x": {"$member": "Paths", "<a>": "Int"}}
              |                    ^~~~~
            note: "$singular" gives the accessor another name

            """
        ),
        (
            #"{"$options": {"root": "Chat"}, "chat": "Chat"}"#,
            """
            schema.json:1:24: error: the root type would hide your type 'Chat'
            1 | {"$options": {"root": "Chat"}, "chat": "Chat"}
              |                        ^~~~
            schema.json:1:41: note: that type is used here
            1 | {"$options": {"root": "Chat"}, "chat": "Chat"}
              |                                         ^~~~
            note: "$options": { "root": "…" } gives it another name

            """
        ),
        (
            #"{"items": {"<id>": {"a": "A"}}, "item": {"b": "B"}}"#,
            """
            schema.json:1:34: error: two phantom types would be named 'Item'
            1 | {"items": {"<id>": {"a": "A"}}, "item": {"b": "B"}}
              |                                  ^~~~
            schema.json:1:3: note: the other one belongs to this node
            1 | {"items": {"<id>": {"a": "A"}}, "item": {"b": "B"}}
              |   ^~~~~
            note: "$name": "…" gives a phantom type another name

            """
        ),
        (
            #"{"foo bar": "A", "foo_bar": "B"}"#,
            """
            schema.json:1:19: error: 'foo bar' and 'foo_bar' would both have the property 'fooBar'
            1 | {"foo bar": "A", "foo_bar": "B"}
              |                   ^~~~~~~
            schema.json:1:3: note: 'foo bar' is here
            1 | {"foo bar": "A", "foo_bar": "B"}
              |   ^~~~~~~
            note: "$member" gives one of them another name

            """
        ),
        (
            #"{"users": {"<id>": "User"}, "user": {"<id>": "User"}}"#,
            """
            schema.json:1:30: error: 'users' and 'user' would both have the accessor 'user'
            1 | {"users": {"<id>": "User"}, "user": {"<id>": "User"}}
              |                              ^~~~
            schema.json:1:3: note: 'users' is here
            1 | {"users": {"<id>": "User"}, "user": {"<id>": "User"}}
              |   ^~~~~
            note: "$singular" gives the accessor of one of them another name

            """
        ),
        (
            #"{"a": {"$name": "X", "p": "A"}, "b": {"$name": "X", "q": "A"}}"#,
            """
            schema.json:1:49: error: this 'X' has different children from the first one
            1 | {"a": {"$name": "X", "p": "A"}, "b": {"$name": "X", "q": "A"}}
              |                                                 ^
            schema.json:1:18: note: the first is here
            1 | {"a": {"$name": "X", "p": "A"}, "b": {"$name": "X", "q": "A"}}
              |                  ^
            note: nodes that share a type must have the same children; give this one another "$name" or model

            """
        ),
        (
            #"{"a": {"$type": "U", "p": "A"}, "b": {"$type": "U", "p": "B"}}"#,
            """
            schema.json:1:49: error: this 'U' has different children from the first one
            1 | {"a": {"$type": "U", "p": "A"}, "b": {"$type": "U", "p": "B"}}
              |                                                 ^
            schema.json:1:18: note: the first is here
            1 | {"a": {"$type": "U", "p": "A"}, "b": {"$type": "U", "p": "B"}}
              |                  ^
            note: nodes that share a type must have the same children; give this one another "$name" or model

            """
        ),
        (
            #"{"❤": "Int"}"#,
            """
            schema.json:1:3: error: can't derive a Swift name from the key '❤'
            1 | {"❤": "Int"}
              |   ^
            note: name it with "$member", as in { "$type": "Int", "$member": "hearts" }

            """
        ),
    ])
    func clashShowsBothPlaces(schema: String, diagnostic: String) {
        #expect(findings(schema) == diagnostic)
    }

    @Test(arguments: [
        #"{"❤": {"a": "A"}, "→": {"b": "B"}}"#,
        #"{"❤": {"<id>": {"a": "A"}}, "→": {"<id>": {"b": "B"}}}"#,
    ])
    func keysWithoutNameDontClash(schema: String) {
        #expect(briefFindings(schema).count == 2)
    }

    /// A key without a name says nothing of those below it, which are looked at all the same.
    @Test(arguments: [
        #"{"❤": {"a": "A", "<id>": {"b": "B"}}}"#,
        #"{"❤": {"c": {"a": "A"}}, "d": {"c": {"b": "B"}}}"#,
        #"{"❤": {"<id>": {"<_>": {"b": "B"}, "c": "C"}}}"#,
    ])
    func nodesBelowAKeyWithoutNameAreResolved(schema: String) {
        #expect(briefFindings(schema).count == 1)
    }

    @Test(arguments: [
        #"{"❤": {"$member": "hearts", "a": "A"}}"#,
        #"{"❤": {"$member": "hearts", "<id>": {"a": "A"}}}"#,
    ])
    func memberNamesThePhantomTypeOfAKeyWithoutName(schema: String) throws {
        let source = SourceText(name: "", text: schema)
        let resolved = try #require(SchemaCompiler.compile([source]).schema)
        #expect(
            resolved.types.map(\.name) == [
                "Root", schema.contains("<") ? "Heart" : "Hearts",
            ])
    }

    @Test func clashBetweenFilesShowsBoth() {
        #expect(
            briefFindings(
                #"{"users": {"<id>": {"a": "A"}}}"#, #"{"user": {"b": "B"}}"#,
                #"{"x": {"$type": "M", "p": "P"}}"#,
                #"{"y": {"$type": "M", "q": "P"}, "U_SER": "A"}"#
            ).map { $0.split(separator: " | ").prefix(2).joined(separator: " | ") } == [
                "2:1:3-7 two phantom types would be named 'User' | 1:1:3-8 the other one belongs to this node",
                "4:1:18-19 this 'M' has different children from the first one | 3:1:18-19 the first is here",
            ])
    }

    @Test(arguments: [
        (
            #"{"a": {"<x>": {"<y>": "A"}}}"#,
            "1:17-20 FireSwift_Paths doesn't support collections of collections | TypedPaths does: leave out --runtime"
        ),
        (
            #"{"a": {"<x: X>": "A"}}"#,
            #"1:13-14 FireSwift_Paths doesn't support typed keys | write "<x>", or leave out --runtime"#
        ),
        (
            #"{"rendered": "A"}"#,
            #"1:3-11 FireSwift_Paths already has a property 'rendered' | "$member" gives this one another name"#
        ),
        (
            #"{"$options": {"root": "R"}, "a": "A"}"#,
            #"1:1-2 FireSwift_Paths supports only its own root | leave out the option "root""#
        ),
    ])
    func otherRuntimeIsKeptTo(schema: String, finding: String) {
        #expect(briefFindings(schema) { $0.runtime = "FireSwift_Paths" } == [finding])
    }

    @Test(arguments: [
        ("tasks", "TaskNode"), ("actors", "ActorNode"), ("sets", "SetNode"), ("types", "TypeNode"),
        ("results", "ResultNode"), ("errors", "ErrorNode"), ("strings", "StringNode"),
        ("paths", "PathNode"), ("roots", "RootNode"), ("elements", "ElementNode"),
        ("path_keys", "PathKeyNode"), ("pathLocations", "PathLocationNode"),
        ("typed_paths", "TypedPath"), ("messages", "Message"),
        ("notifications", "NotificationNode"),
        ("groups", "GroupNode"), ("tables", "TableNode"), ("transactions", "TransactionNode"),
        ("views", "ViewNode"), ("texts", "TextNode"), ("states", "StateNode"),
        ("images", "ImageNode"), ("lists", "ListNode"), ("colors", "ColorNode"),
        ("timers", "TimerNode"), ("locales", "LocaleNode"), ("dates", "DateNode"),
        ("threads", "ThreadNode"), ("apps", "AppNode"), ("subscriptions", "SubscriptionNode"),
        ("observations", "ObservationNode"), ("time_zones", "TimeZoneNode"),
        ("settings", "Setting"), ("groupChats", "GroupChat"),
    ])
    func derivedNameGivesWay(key: String, name: String) {
        let schema = compile("{\"\(key)\": {\"<id>\": {\"text\": \"Text\"}}}")
        #expect(schema?.types.map(\.name) == ["Root", name])
    }

    @Test func twoThatGiveWayDiffer() {
        let schema = compile(
            """
            {"notification": {"a": "A"}, "teams": {"<id>": {"notifications": {"<id>": {"b": "B"}}}},
             "users": {"<id>": {"notifications": {"<id>": {"b": "B"}}}}}
            """)
        #expect(
            schema?.types.map(\.name) == [
                "Root", "NotificationNode", "Team", "TeamNotification", "User", "UserNotification",
            ])
    }

    @Test(arguments: [
        (#"{"a": {"$name": "Group", "b": "B"}}"#, "SwiftUI's 'Group'"),
        (#"{"a": {"<id>": {"$name": "Notification", "b": "B"}}}"#, "Foundation's 'Notification'"),
        (#"{"a": {"$name": "Date", "b": "Date"}}"#, "Foundation's 'Date'"),
        (#"{"a": {"$name": "Subject", "b": "B"}}"#, "Combine's 'Subject'"),
        (#"{"a": {"$name": "Observation", "b": "B"}}"#, "Observation's 'Observation'"),
    ])
    func pinnedNameThatHidesApplesIsAWarning(schema: String, hidden: String) {
        let found = SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)])
        #expect(found.schema != nil)
        #expect(
            found.diagnostics.inDocumentOrder.map(\.message) == [
                "the phantom type of this node hides \(hidden) in your module"
            ])
    }

    @Test(arguments: [
        (#"{"$options": {"root": "View"}, "b": "B"}"#, "the root type hides SwiftUI's 'View'"),
        (
            #"{"$options": {"namespace": "Data"}, "b": {"c": "C"}}"#,
            "the namespace hides Foundation's 'Data'"
        ),
    ])
    func rootAndNamespaceThatHideApplesAreWarnings(schema: String, message: String) {
        let found = SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)])
        #expect(found.schema != nil)
        #expect(found.diagnostics.inDocumentOrder.map(\.message) == [message + " in your module"])
    }

    @Test(arguments: [
        #"{"locale": "Locale", "at": "Date", "page": "URL", "id": "UUID", "color": "Color?"}"#,
        #"{"groups": {"<id>": {"$type": "Group", "name": "String"}}}"#,
        #"{"groups": {"<id>": "Group"}, "notifications": {"<id>": "[Notification]"}}"#,
        #"{"$options": {"namespace": "DB"}, "a": {"$name": "Group", "b": "B"}}"#,
        #"{"group": {"latest": "Group"}}"#,
    ])
    func modelsMayBeNamedLikeApples(schema: String) {
        #expect(briefFindings(schema) == [])
    }

    private func compile(_ schema: String) -> Schema? {
        SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)]).schema
    }

    @Test func derivedNameThatPrefixOrNamespaceTakeOutOfTheWayStays() {
        let tasks = #""tasks": {"<id>": {"text": "Text"}}"#
        let prefix = compile("{\"$options\": {\"typePrefix\": \"DB\"}, \(tasks)}")
        #expect(prefix?.types.map(\.name) == ["Root", "DBTask"])
        let namespace = compile("{\"$options\": {\"namespace\": \"DB\"}, \(tasks)}")
        #expect(namespace?.types.map(\.name) == ["Root", "Task"])
    }
}
