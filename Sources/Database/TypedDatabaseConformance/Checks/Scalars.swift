import TypedDatabase

extension EngineConformance {
    /// Checks of the values that a place can have.
    static let scalars: [ConformanceCheck] = [
        comesBack(
            "bools, numbers and texts aren't confused", [false, true, 0, 1, "0", "1", "true"]),
        comesBack(
            "integers have 64 bits",
            [.integer(.max), .integer(.min), .integer(1 << 53 + 1), .integer(-1 << 53 - 1), -1]),
        comesBack(
            "doubles come back exactly",
            [
                0.1, -0.1, .number(0.1 + 0.2), .number(1 / 3), 1e300, -1e300, 1e-300,
                .number(.leastNonzeroMagnitude),
                .number(.greatestFiniteMagnitude), .number(0x1p63), .number(-0x1p64), 123456789.125,
            ]),
        comesBack("integral doubles are integers", [.number(2), .number(-0.0), .number(1e15)]),
        comesBack(
            "texts come back to the byte",
            [
                "", " ", "a", "é", "e\u{301}", "😀", "\u{FFFF}", "\u{E000}", "\"quoted\"",
                "back\\slash",
                "a\u{0}b", "\n\r\t", "\u{2028}", "null", "{}", "'; DROP TABLE leaf; --",
            ]),
        ConformanceCheck("a text of a million bytes comes back") { engine in
            let long = TreeValue.string(String(repeating: "0123456é9", count: 100_000))
            try await engine.set(long, at: ["text"])
            let found = try await engine.read(["text"], .all).value
            try require(found == long, true, "whether a long text is as it was")
        },
        ConformanceCheck("only a selection of all has a scalar") { engine in
            try await engine.set(["a": 1], at: .root)
            let first = TreeSelection(limit: .first(1))
            try require(try await engine.keys(of: ["a"], .all), .scalar, "the keys of a scalar")
            try require(try await engine.keys(of: ["a"], first), .nothing, "a scalar's first key")
            try require(try await engine.read(["a"], first).value, nil, "a scalar's first child")
            try await engine.expect(["a", "b"], holds: nil)
        },
    ]

    private static func comesBack(_ name: String, _ values: [TreeValue]) -> ConformanceCheck {
        ConformanceCheck(name) { engine in
            for value in values {
                try await engine.set(value, at: ["alone"])
                try await engine.expect(["alone"], holds: value)
            }
            let together = TreeChildren(
                values.enumerated().map { (TreeKey("value \($0.offset)"), $0.element) })
            try await engine.set(.children(together), at: ["together"])
            try await engine.expect(["together"], holds: .children(together))
        }
    }
}
