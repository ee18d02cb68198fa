import Testing

@testable import TypedDatabaseFirestore

@Suite struct ReadTimeTests {
    @Test func timesAreOrderedWhateverTheirDigits() throws {
        let texts = [
            "2025-12-31T23:59:59.999999999Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000001Z",
            "2026-01-01T00:00:00.01Z", "2026-01-01T00:00:00.010000001Z", "2026-01-01T00:00:00.1Z",
            "2026-01-01T00:00:01Z",
        ]
        let times = try texts.map { try #require(ReadTime($0)) }
        #expect(times == times.sorted())
        #expect(Set(times).count == times.count)
        #expect(ReadTime("2026-01-01T00:00:00.100Z") == ReadTime("2026-01-01T00:00:00.1Z"))
    }

    @Test(arguments: [
        "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.1234567890Z", "2026-01-01T00:00:00+01:00", "x",
    ])
    func otherTextsAreNoTimes(_ text: String) {
        #expect(ReadTime(text) == nil)
    }
}
