import Testing

@testable import ChatExample

@Suite struct TranscriptTests {
    private var transcript = Transcript()
    private let hello = Message(id: MessageID(rawValue: "m1"), author: "ana", text: "Hello")
    private let spam = Message(id: MessageID(rawValue: "m2"), author: "ana", text: "spam")

    @Test mutating func aMessageHasALineForEachStatus() {
        #expect(transcript.update([], pending: [hello]) == ["ana: Hello (pending)"])
        #expect(transcript.update([hello], pending: [hello]) == [])
        #expect(transcript.update([hello]) == ["ana: Hello"])
        #expect(transcript.update([hello]) == [])
        #expect(transcript.update([]) == [])
        #expect(transcript.update([hello]) == [])
    }

    @Test mutating func othersMessagesHaveOneLine() {
        #expect(transcript.update([hello, spam]) == ["ana: Hello", "ana: spam"])
        #expect(transcript.update([hello, spam]) == [])
    }

    @Test mutating func aRefusedMessageIsNeverShownAsSent() {
        let refused = RefusedMessage(writeID: 1, message: spam, reason: "too short")
        #expect(transcript.update([spam], pending: [spam]) == ["ana: spam (pending)"])
        #expect(transcript.update([spam], refused: [refused]) == ["ana: spam (refused: too short)"])
        // It was acknowledged, and the newest messages are those of a moment ago.
        #expect(transcript.update([spam]) == [])
        #expect(transcript.update([]) == [])
    }

    @Test mutating func aWriteThatLeavesTheOutboxMeanwhileIsRefused() {
        let refused = RefusedMessage(writeID: 1, message: spam, reason: "too short")
        let lines = transcript.update([hello, spam], pending: [spam], refused: [refused])
        #expect(lines == ["ana: Hello", "ana: spam (pending)", "ana: spam (refused: too short)"])
    }
}
