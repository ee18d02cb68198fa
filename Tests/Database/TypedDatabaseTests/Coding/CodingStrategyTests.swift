import Foundation
import Testing

@testable import TypedDatabase

@Suite struct CodingStrategyTests {
    private let date = Date(timeIntervalSince1970: 1_526_549_400.25)

    @Test func datesAreStoredAsTheCodingSays() throws {
        #expect(try tree(date) == 1_526_549_400_250)
        #expect(try tree(date, TreeCoding(dates: .secondsSince1970)) == 1_526_549_400.25)
        #expect(try tree(date, TreeCoding(dates: .iso8601)) == "2018-05-17T09:30:00Z")
        for dates in [TreeCoding.Dates.millisecondsSince1970, .secondsSince1970] {
            let coding = TreeCoding(dates: dates)
            #expect(try decode([Date].self, tree([date], coding), coding) == [date])
        }
    }

    @Test func datesOfISO8601AreReadWithFractionsAndWithout() throws {
        let coding = TreeCoding(dates: .iso8601)
        let whole = Date(timeIntervalSince1970: 1_526_549_400)
        #expect(try decode(Date.self, "2018-05-17T09:30:00Z", coding) == whole)
        #expect(try decode(Date.self, "2018-05-17T11:30:00+02:00", coding) == whole)
        #expect(try decode(Date.self, "2018-05-17T09:30:00.250Z", coding) == date)
        #expect(
            try refusal([Date].self, ["0": "yesterday"], coding)
                == "0: \"yesterday\" is no date; one of ISO 8601 is \"2018-05-17T09:30:00Z\"")
        #expect(
            try refusal { _ = try tree([Date(timeIntervalSince1970: 1e15)], coding) }
                == "0: ISO 8601 has dates of the years 1 to 9999 only")
        #expect(try refusal { _ = try tree([Date(timeIntervalSince1970: .nan)], coding) } != nil)
    }

    @Test func theEndsOfTimeComeBack() throws {
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0)] {
            for dates in [TreeCoding.Dates.millisecondsSince1970, .secondsSince1970, .iso8601] {
                let coding = TreeCoding(dates: dates)
                #expect(try decode([Date].self, tree([date], coding), coding) == [date])
            }
        }
    }

    @Test func datesAndDataAreStoredAsTheUserSays() throws {
        let coding = TreeCoding(
            dates: .custom(
                encode: { date, encoder in
                    var container = encoder.container(keyedBy: TreeCodingKey.self)
                    try container.encode(
                        date.timeIntervalSince1970, forKey: TreeCodingKey(stringValue: "seconds"))
                },
                decode: { decoder in
                    let container = try decoder.container(keyedBy: TreeCodingKey.self)
                    return Date(
                        timeIntervalSince1970: try container.decode(
                            Double.self, forKey: TreeCodingKey(stringValue: "seconds")))
                }),
            data: .custom(
                encode: { try Array($0).encode(to: $1) },
                decode: { Data(try [UInt8](from: $0)) }))
        struct Photo: Codable, Equatable {
            var takenAt: Date
            var bytes: Data
            var none: Data?
        }
        let photo = Photo(takenAt: date, bytes: Data([1, 255]))
        let stored: TreeValue = [
            "takenAt": ["seconds": 1_526_549_400.25], "bytes": ["0": 1, "1": 255],
        ]
        #expect(try tree(photo, coding) == stored)
        #expect(try decode(Photo.self, stored, coding) == photo)
        #expect(
            try refusal(Photo.self, ["bytes": ["0": 256]], coding)
                == "takenAt: Date needs a value, but there is none")
    }
}
