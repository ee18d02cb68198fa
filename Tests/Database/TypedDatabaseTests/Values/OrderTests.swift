import Testing

@testable import TypedDatabase

@Suite struct KeyOrderTests {
    @Test func integersComeFirstThenTextsByCodeUnits() {
        let ordered: [TreeKey] = [
            "-2147483648", "-10", "-1", "-0", "0", "00", "000", "1", "01", "7", "10", "2147483647",
            "", "+1", "-", "--1", "-2147483649", "1.0", "10000000000", "2147483648", "A", "_", "a",
            "a0", "e\u{301}", "z", "é", "\u{D7FF}", "😀", "\u{E000}", "\u{FFFF}",
        ]
        // "-0" has two characters, as "00" does, and "0" has one.
        var expected = ordered
        expected.swapAt(3, 4)
        #expect(expected.shuffled().sorted().map(\.text) == expected.map(\.text))
    }

    @Test func keysAreToldApartByTheirBytes() {
        #expect(TreeKey("é") != TreeKey("e\u{301}"))
        #expect(Set([TreeKey("é"), TreeKey("e\u{301}"), TreeKey("é")]).count == 2)
        let children: TreeChildren = TreeChildren([("é", 1), ("e\u{301}", 2)])
        #expect(children["é"] == 1)
        #expect(children["e\u{301}"] == 2)
    }
}

@Suite struct ValueOrderTests {
    @Test func valuesComeByKindThenByValue() {
        let ordered: [TreeValue?] = [
            nil, false, true, .integer(.min), .double(-1e300 / 1e10), -2, -1.5, -1, 0, 0.5, 1, 2,
            .integer(.max - 1), .integer(.max), .double(1e300), "", "a", "b", "😀", "\u{E000}",
            ["a": 1],
        ]
        var sorted = ordered
        sorted.swapAt(3, 4)
        for (i, a) in sorted.enumerated() {
            for (j, b) in sorted.enumerated() {
                #expect(
                    TreeValue.difference(a, b).signum() == (i - j).signum(),
                    "\(String(describing: a)) and \(String(describing: b))")
            }
        }
    }

    @Test func integralNumbersAreIntegers() {
        #expect(TreeValue.number(1) == .integer(1))
        #expect(TreeValue.number(-0.0) == .integer(0))
        #expect(TreeValue.number(1.5) == .double(1.5))
        #expect(TreeValue.number(1e300) == .double(1e300))
    }
}

@Suite struct TreeValuePlaceTests {
    @Test func emptyContainersVanish() {
        var value: TreeValue? = ["a": ["b": ["c": 1]], "d": 2]
        value[["a", "b", "c"]] = nil
        #expect(value == ["d": 2])
        value[["d"]] = nil
        #expect(value == nil)
    }

    @Test func writingBelowAScalarReplacesIt() {
        var value: TreeValue? = ["a": 1]
        value[["a", "b"]] = "x"
        #expect(value == ["a": ["b": "x"]])
    }

    @Test func removingBelowAScalarChangesNothing() {
        var value: TreeValue? = ["a": 1]
        value[["a", "b"]] = nil
        #expect(value == ["a": 1])
    }

    @Test func olderStatesStay() {
        let before: TreeValue? = ["a": ["b": 1]]
        var after = before
        after[["a", "c"]] = 2
        #expect(before == ["a": ["b": 1]])
        #expect(after == ["a": ["b": 1, "c": 2]])
    }
}
