import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct ServerValueTests {
    @Test(arguments: [
        (PendingValue(nil, serverTimes: [.root]), #"{".sv":"timestamp"}"#),
        (PendingValue(["a": 1], serverTimes: [["b"]]), #"{"a":1,"b":{".sv":"timestamp"}}"#),
        (
            PendingValue(["a": ["x": 1], "c": 2], serverTimes: [["a", "at"]]),
            #"{"a":{"x":1,"at":{".sv":"timestamp"}},"c":2}"#
        ),
        (PendingValue("text"), #""text""#),
    ])
    func serverTimesAreLeftToTheServer(value: PendingValue, json: String) {
        var writer = JSONWriter()
        writer.write(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
    }

    @Test func incrementsAreLeftToTheServer() {
        var writer = JSONWriter()
        writer.writeIncrement(by: -2)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{".sv":{"increment":-2}}"#)
    }
}
