import PathSchema
import Testing

/// Names that can't be: each diagnostic names both places, and the ways out.
@Suite struct NameClashTests {
    private static let waysOut = [
        #""$name": "…" gives a phantom type another name"#,
        #""$type": "…" says that the value here is of your type"#,
        #""$options": { "namespace": "…" } moves all phantom types into a namespace"#,
    ].joined(separator: " | ")

    private static let advice =
        #"nodes that share a type must have the same children; give this one another "$name" or model"#

    @Test(arguments: [
        (
            #"{"errors": {"<id>": {"$name": "Error", "text": "String"}}}"#,
            "1:32-37 the phantom type of this node would hide Swift's own 'Error' | \(waysOut)"
        ),
        (
            #"{"paths": {"<id>": {"$name": "PathProtocol", "text": "A"}}}"#,
            "1:31-43 the phantom type of this node would hide the runtime's 'PathProtocol' | \(waysOut)"
        ),
        (
            #"{"x": {"$member": "Paths", "<a>": "Int"}}"#,
            #"1:20-25 an accessor named 'Path' would hide what the generated code needs | "$singular" gives the accessor another name"#
        ),
        (
            #"{"$options": {"root": "Chat"}, "chat": "Chat", "chats": "[Chat]"}"#,
            #"1:24-28 the root type would hide your type 'Chat' | 1:41-45 that type is used here | "$options": { "root": "…" } gives it another name"#
        ),
        (
            #"{"items": {"<id>": {"a": "A"}}, "item": {"b": "B"}}"#,
            #"1:34-38 two phantom types would be named 'Item' | 1:3-8 the other one belongs to this node | "$name": "…" gives a phantom type another name"#
        ),
        (
            #"{"foo bar": "A", "foo_bar": "B"}"#,
            #"1:19-26 'foo bar' and 'foo_bar' would both have the property 'fooBar' | 1:3-10 'foo bar' is here | "$member" gives one of them another name"#
        ),
        (
            #"{"users": {"<id>": "User"}, "user": {"<id>": "User"}}"#,
            #"1:30-34 'users' and 'user' would both have the accessor 'user' | 1:3-8 'users' is here | "$singular" gives the accessor of one of them another name"#
        ),
        (
            #"{"a": {"$name": "X", "p": "A"}, "b": {"$name": "X", "q": "A"}}"#,
            "1:49-50 this 'X' has different children from the first one | 1:18-19 the first is here | \(advice)"
        ),
        (
            #"{"a": {"$type": "U", "p": "A"}, "b": {"$type": "U", "p": "B"}}"#,
            "1:49-50 this 'U' has different children from the first one | 1:18-19 the first is here | \(advice)"
        ),
        (
            #"{"a": {"$name": "X", "p": {"$type": "U", "q": "A"}}, "b": {"$name": "X", "p": {"$type": "V", "q": "A"}}}"#,
            "1:70-71 this 'X' has different children from the first one | 1:18-19 the first is here | \(advice)"
        ),
        (
            #"{"❤": "Int"}"#,
            #"1:3-6 can't derive a Swift name from the key '❤' | name it with "$member", as in { "$type": "Int", "$member": "hearts" }"#
        ),
    ])
    func clashShowsBothPlaces(schema: String, finding: String) {
        #expect(briefFindings(schema) == [finding])
    }

    @Test(arguments: [
        #"{"❤": "A", "→": "B"}"#, #"{"❤": {"a": "A"}, "→": {"b": "B"}}"#,
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
    func memberNamesThePhantomTypeOfAKeyWithoutName(schema: String) {
        let name = schema.contains("<") ? "Heart" : "Hearts"
        #expect(compile(schema)?.types.map(\.name) == ["Root", name])
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
            #"{"text": {"$type": "A", "$member": "rendered"}}"#,
            #"1:3-7 FireSwift_Paths already has a property 'rendered' | "$member" gives this one another name"#
        ),
        (
            #"{"n": {"a": "A", "<x>": {"<y: Int>": "B"}}}"#,
            #"1:31-34 FireSwift_Paths doesn't support typed keys | write "<y>", or leave out --runtime"#
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

    @Test func pinnedNameDoesNotGiveWay() {
        let schema = compile(
            #"{"users": {"<id>": {"x": {"$name": "Item", "a": "A"}, "item": {"b": "B"}}}}"#)
        #expect(schema?.types.map(\.name) == ["Root", "User", "Item", "UserItem"])
    }

    @Test(arguments: [
        (#"{"a": {"$name": "Group", "b": "B"}}"#, "SwiftUI's 'Group'"),
        (#"{"a": {"<id>": {"$name": "Notification", "b": "B"}}}"#, "Foundation's 'Notification'"),
        (#"{"a": {"$name": "Date", "b": "Date"}}"#, "Foundation's 'Date'"),
        (#"{"a": {"$name": "Subject", "b": "B"}}"#, "Combine's 'Subject'"),
        (#"{"a": {"$name": "Observation", "b": "B"}}"#, "Observation's 'Observation'"),
    ])
    func pinnedNameThatHidesApplesIsAWarning(schema: String, hidden: String) {
        #expect(compile(schema) != nil)
        #expect(
            messages(schema) == ["the phantom type of this node hides \(hidden) in your module"])
    }

    @Test(arguments: [
        (#"{"$options": {"root": "View"}, "b": "B"}"#, "the root type hides SwiftUI's 'View'"),
        (
            #"{"$options": {"namespace": "Data"}, "b": {"c": "C"}}"#,
            "the namespace hides Foundation's 'Data'"
        ),
    ])
    func rootAndNamespaceThatHideApplesAreWarnings(schema: String, message: String) {
        #expect(compile(schema) != nil)
        #expect(messages(schema) == [message + " in your module"])
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
