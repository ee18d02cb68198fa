import Foundation
import Testing

@testable import TypedDatabase

@Suite struct PushIDTests {
    @Test func anIDIsTheTimeThenRandomDigits() {
        var sequence = PushIDSequence()
        var digits = Digits([1, 2, 3])
        // The first eight are Firebase's for this time.
        #expect(sequence.next(at: 1_700_000_000_000, using: &digits) == "-NjEtLV-012012012012")
    }

    @Test(
        arguments: [
            ([0], "------------", "-----------0"),
            ([63], "zzzzzzzzzzzz", nil),
            ([0, 63], "-z-z-z-z-z-z", "-z-z-z-z-z0-"),
        ] as [([UInt8], String, String?)])
    func withinAMillisecondTheRandomPartGoesUpByOne(
        _ digits: [UInt8], _ first: String, _ second: String?
    ) {
        var sequence = PushIDSequence()
        var random = Digits(digits)
        let (a, b) = (
            sequence.next(at: 1_700_000_000_000, using: &random).text,
            sequence.next(at: 1_700_000_000_000, using: &random).text
        )
        #expect(a.hasSuffix(first))
        #expect(a < b)
        if let second {
            #expect(b == a.prefix(8) + second)
        } else {
            // All twelve were at their maximum: it takes the next millisecond.
            #expect(b == a.prefix(7) + "0" + first)
        }
    }

    @Test(
        arguments: [
            [1_700_000_000_000, 1_700_000_000_000, 1_600_000_000_000, 1_700_000_000_001],
            [0, 0, 0, 1, 1, -5, 2], [.nan, .infinity, -.infinity], [4_466_835_132_994.9],
        ] as [[Double]])
    func eachIDComesAfterTheOneBeforeWhateverTheClockDoes(_ times: [Double]) {
        var sequence = PushIDSequence()
        for random in [Digits([1]), Digits([63]), Digits([0, 9, 63])] {
            var random = random
            var last: TreeKey?
            for time in times.flatMap({ [$0, $0, $0] }) {
                let key = sequence.next(at: time, using: &random)
                #expect(key.text.utf8.count == 20)
                #expect(key.integer == nil)
                if let last { #expect(last < key) }
                last = key
            }
            sequence = PushIDSequence()
        }
    }

    @Test func aClockThatIsDecadesSlowMakesNoIntegers() {
        var sequence = PushIDSequence()
        // All digits are 0: as a key, "-0000000" and so on is an integer.
        var zeros = Digits([1])
        let time = (0..<7).reduce(0.0) { time, _ in time * 64 + 1 }
        var last = sequence.next(at: time, using: &zeros)
        #expect(last.text == "-000000000000000000A")
        for _ in 0..<200 {
            let key = sequence.next(at: time, using: &zeros)
            #expect(last < key)
            last = key
        }
    }

    @Test func tasksThatMakeIDsAtOnceGetDifferentOnesInOrder() async {
        let ids = PushIDs()
        let all = await withTaskGroup(of: [TreeKey].self) { group in
            for _ in 0..<8 { group.addTask { (0..<1000).map { _ in ids.next() } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for keys in all { #expect(keys == keys.sorted()) }
        #expect(Set(all.joined()).count == 8000)
    }

    @Test func aRealIDSortsByItsTime() {
        let early = PushIDs(now: { Date(timeIntervalSince1970: 1_000_000_000) })
        let late = PushIDs(now: { Date(timeIntervalSince1970: 1_000_000_000.001) })
        #expect(early.next() < late.next())
    }
}

/// Gives these digits again and again.
private struct Digits: RandomNumberGenerator {
    private let digits: [UInt8]
    private var index = 0

    init(_ digits: [UInt8]) { self.digits = digits }

    mutating func next() -> UInt64 {
        defer { index += 1 }
        return UInt64(digits[index % digits.count]) << 58
    }
}
