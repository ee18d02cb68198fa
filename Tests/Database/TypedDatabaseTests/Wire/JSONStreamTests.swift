import TestSupport
import Testing

@testable import TypedDatabase

/// Text that comes in chunks is read as the whole text is.
@Suite struct JSONStreamTests {
    private static func value(_ json: [UInt8], chunk: Int) throws -> TreeValue? {
        var rest = json[...]
        var stream = try JSONStream(name: "JSON") {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        return try JSONTreeReader.read(&stream, into: TreeBuilder()).value
    }

    @Test func chunksOfAnySizeGiveTheSame() throws {
        let json = Array(
            "\u{FEFF}{ \"a\": [1, -2.5e3, \"é\\n\\u00e9\\ud83d\\ude00\"], \"b\\\"\":\r\n true,\t\"c\": null }"
                .utf8)
        let expected: TreeValue = ["a": ["0": 1, "1": -2500, "2": "é\né😀"], "b\"": true]
        for chunk in 1...json.count {
            #expect(try Self.value(json, chunk: chunk) == expected, "chunks of \(chunk)")
        }
    }

    @Test func everyCutOfATextIsAnError() throws {
        let json = Array(
            "{\"a\":[1,-2.5e3,\"é\\n\\u00e9\",{\"b\":true,\"c\":null}],\"d\":false}".utf8)
        for count in 0..<json.count {
            let cut = Array(json.prefix(count))
            #expect(throws: TreeDatabaseError.self) { try Self.value(cut, chunk: 7) }
            #expect(throws: JSONError.self) { try JSONReader.value(cut) }
        }
    }

    /// Reads as a file is read, without half characters.
    private static func read(_ json: [UInt8]) throws(JSONError) -> TreeValue? {
        try json.withUnsafeBufferPointer { bytes throws(JSONError) in
            try JSONReader.read(bytes, replacesLoneSurrogates: false) {
                reader throws(JSONError) in try reader.value()
            }
        }
    }

    /// But for what only the stream refuses: keys that no database takes, or that are there twice.
    @Test func streamAgreesWithTheReader() throws {
        var random = SplitMix64(seed: Seed.make())
        let text = #"{"a":[1,-2.5e3,"é\ud83d\ude00 and more",{"b":true,"c":null}],"d":false}"#
        let json = Array(text.utf8)
        var counts = (read: 0, refused: 0)
        for _ in 0..<Effort.times(5_000) {
            var changed = json
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            do {
                let value = try Self.value(changed, chunk: Int.random(in: 1...20, using: &random))
                #expect(try Self.read(changed) == value)
                counts.read += 1
            } catch let error as TreeDatabaseError {
                counts.refused += 1
                guard error.place == nil else { continue }
                #expect(throws: JSONError.self, "\(error)") {
                    try Self.read(changed)
                }
            }
        }
        #expect(counts.read > 100 && counts.refused > 100)
    }
}
