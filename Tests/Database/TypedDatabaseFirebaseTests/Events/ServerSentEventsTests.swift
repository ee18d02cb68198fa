import Testing

@testable import TypedDatabaseFirebase

@Suite struct ServerSentEventsTests {
    typealias Event = ServerSentEvents.Event

    @Test(arguments: [
        ("data: a\n\n", [event("message", "a")]),
        ("event: put\ndata: {\"a\": 1}\n\n", [event("put", "{\"a\": 1}")]),
        ("data:a\ndata:  b\ndata\n\n", [event("message", "a\n b\n")]),
        (": comment\n\ndata: x\n:\n\n", [event("message", "x")]),
        ("event: put\n\ndata: x\n\n", [event("message", "x")]),
        ("event:\ndata: x\n\n", [event("message", "x")]),
        ("id: 7\nretry: 10\nother\ndata: x\n\n", [event("message", "x")]),
        ("data: é😀\n\ndata: 2\n\n", [event("message", "é😀"), event("message", "2")]),
        ("data\n\n", [event("message", "")]),
        ("\u{FEFF}data: x\n\n", [event("message", "x")]),
        ("\u{FEFF}\u{FEFF}data: x\n\n", []),
        ("data: x", []),
        ("data: x\n", []),
        ("\n\n\n", []),
    ])
    func linesBecomeEvents(text: String, events: [Event]) throws {
        for end in ["\n", "\r", "\r\n"] {
            let bytes = Array(text.replacing("\n", with: end).utf8)
            for cut in 0...bytes.count {
                var reader = ServerSentEvents(maximumCount: 1000)
                let read =
                    try reader.read(Array(bytes[..<cut])) + reader.read(Array(bytes[cut...]))
                #expect(read == events, "\(end.debugDescription), cut at \(cut)")
            }
            var reader = ServerSentEvents(maximumCount: 1000)
            #expect(try bytes.flatMap { try reader.read([$0]) } == events)
        }
    }

    @Test func mixedLineEndsAreOneEndEach() throws {
        var reader = ServerSentEvents(maximumCount: 1000)
        let events = try reader.read(Array("data: a\r\n\r\ndata: b\r\rdata: c\n\r\n".utf8))
        #expect(events == [event("message", "a"), event("message", "b"), event("message", "c")])

        var other = ServerSentEvents(maximumCount: 1000)
        let bytes = "data: a\r\n\ndata: b\n\n".utf8
        #expect(
            try bytes.flatMap { try other.read([$0]) }
                == [event("message", "a"), event("message", "b")])
    }

    @Test func neitherALineNorAnEventIsTooLong() throws {
        var reader = ServerSentEvents(maximumCount: 10)
        #expect(throws: ServerSentEvents.TooLong.self) {
            for _ in 0..<11 { _ = try reader.read([0x61]) }
        }
        var other = ServerSentEvents(maximumCount: 10)
        #expect(throws: ServerSentEvents.TooLong.self) {
            for _ in 0..<11 { _ = try other.read(Array("data:a\n".utf8)) }
        }
    }
}

private func event(_ name: String, _ data: String) -> ServerSentEvents.Event {
    ServerSentEvents.Event(name: name, data: Array(data.utf8))
}
