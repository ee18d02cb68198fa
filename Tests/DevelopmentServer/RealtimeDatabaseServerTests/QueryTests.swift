import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct QueryTests {
    let server: RealtimeDatabaseServer

    init() throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        server = try RealtimeDatabaseServer(
            engine: MemoryEngine([
                "words": ["a": 1, "b": "one", "c": true, "d": 2.5, "e": ["x": 1], "f": 1],
                "people": [
                    "ana": ["age": 30, "name": ["first": "Ana"]],
                    "bea": ["age": 25, "name": ["first": "Bea"]],
                    "cid": ["name": ["first": "Cid"]],
                    "dan": ["age": 30],
                ],
                "rows": ["1": "x", "2": "y", "3": "z", "10": "w"],
            ]), options: options)
    }

    @Test(arguments: [
        // By key.
        ("rows", #""$key""#, "", #"{"1":"x","10":"w","2":"y","3":"z"}"#),
        ("rows", #""$key""#, "limitToFirst=2", #"[null,"x","y"]"#),
        ("rows", #""$key""#, "limitToLast=2", #"{"3":"z","10":"w"}"#),
        ("rows", #""$key""#, #"startAt="3""#, #"{"3":"z","10":"w"}"#),
        ("rows", #""$key""#, #"startAfter="3""#, #"{"10":"w"}"#),
        ("rows", #""$key""#, #"startAt="2"&endBefore="10""#, #"[null,null,"y","z"]"#),
        ("rows", #""$key""#, #"equalTo="2""#, #"{"2":"y"}"#),
        ("rows", #""$key""#, #"startAt="x""#, "{}"),
        ("none", #""$key""#, "limitToFirst=1", "null"),
        // By value: false < true < numbers < strings < children.
        ("words", #""$value""#, "limitToFirst=1", #"{"c":true}"#),
        ("words", #""$value""#, "equalTo=1", #"{"a":1,"f":1}"#),
        ("words", #""$value""#, #"equalTo=1,"f""#, #"{"f":1}"#),
        ("words", #""$value""#, #"startAt=1,"b"&endAt=2.5"#, #"{"d":2.5,"f":1}"#),
        ("words", #""$value""#, "startAfter=1&limitToFirst=2", #"{"b":"one","d":2.5}"#),
        ("words", #""$value""#, #"startAfter=1,"a"&limitToFirst=1"#, #"{"f":1}"#),
        ("words", #""$value""#, "endBefore=1", #"{"c":true}"#),
        ("words", #""$value""#, #"startAt="o""#, #"{"b":"one","e":{"x":1}}"#),
        // By a child, and by a child of a child; those without it come first.
        ("people", #""age""#, "limitToFirst=1", #"{"cid":{"name":{"first":"Cid"}}}"#),
        ("people", #""age""#, "equalTo=null", #"{"cid":{"name":{"first":"Cid"}}}"#),
        ("people", #""age""#, "equalTo=30&limitToLast=1", #"{"dan":{"age":30}}"#),
        ("people", #""name/first""#, "limitToFirst=1", #"{"dan":{"age":30}}"#),
        (
            "people", #""name/first""#, #"startAfter="Bea""#,
            #"{"cid":{"name":{"first":"Cid"}}}"#
        ),
    ])
    func aQuerySelectsChildren(
        place: String, order: String, constraints: String, answer: String
    ) async throws {
        let query = "orderBy=\(order)&\(constraints)"
            .replacing("\"", with: "%22").replacing(" ", with: "%20")
        let body = try await server.get("/\(place).json?\(query)")
        #expect(Self.sorted(body) == Self.sorted(answer))
    }

    /// The order of an answer means nothing.
    private static func sorted(_ json: String) -> TreeValue? {
        try? JSONReader.value(Array(json.utf8))
    }
}
