import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
            ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2026-11-22T04:55:16.428Z", 1_795_323_316_428),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("2026-11-22T04:55:16.428001Z", .double(1_795_323_316_428.001)),
        ] as [(String, TreeValue)])
    func aTimeIsMilliseconds(text: String, value: TreeValue) {
        #expect(Timestamp.value(of: text) == value)
        #expect(Timestamp.text(of: value) == text)
    }

    @Test(
        arguments: [
            ("2026-11-22T04:55:16.4Z", 1_795_323_316_400),
            // Nanoseconds are cut off.
            ("2026-11-22T04:55:16.428000999Z", 1_795_323_316_428),
        ] as [(String, TreeValue)])
    func otherFractionsAreRead(text: String, value: TreeValue) {
        #expect(Timestamp.value(of: text) == value)
    }

    @Test(arguments: ["", "now", "2026-11-22", "2026-11-22T04:55:16", "2026-11-22T04:55:16.Z"])
    func otherTextsAreNoTimes(text: String) {
        #expect(Timestamp.value(of: text) == nil)
    }

    @Test(
        arguments: [
            .integer(.max), .integer(.min), -62_135_596_800_001, 253_402_300_800_000, 1e300,
            "2026-11-22T04:55:16Z", true, ["a": 1],
        ] as [TreeValue])
    func otherValuesAreNoTimes(value: TreeValue) {
        #expect(Timestamp.text(of: value) == nil)
    }

    @Test func randomTimesAgreeWithFoundation() {
        var random = SplitMix64(seed: Seed.make())
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<Effort.times(2_000) {
            // From the year 1600 on, where Foundation has the same calendar.
            let milliseconds = Int64.random(
                in: -11_676_096_000_000...253_402_300_799_999, using: &random)
            let text = Timestamp.text(of: .integer(milliseconds)) ?? ""
            #expect(Timestamp.value(of: text) == .integer(milliseconds))
            // Foundation's date is a double, of whole milliseconds.
            let date = Date(
                timeIntervalSince1970: (Double(milliseconds) / 1000).rounded(.down))
            #expect(text.prefix(17) == style.format(date).prefix(17), "\(milliseconds)")
        }
    }
}
