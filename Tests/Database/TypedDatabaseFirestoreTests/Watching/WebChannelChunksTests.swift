import TestSupport
import Testing

@testable import TypedDatabaseFirestore

@Suite struct WebChannelChunksTests {
    /// Two chunks of a real answer, and one with characters of one to four bytes.
    private static let chunks = [
        #"[[1,[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]]]"#,
        #"[[2,["noop"]]]"#, #"[[3,["é😀\#u{E000}z"]]]"#,
    ]

    private static let answer = Array(
        chunks.map { "\($0.utf16.count)\n\($0)" }.joined().utf8)

    private func read(_ parts: [ArraySlice<UInt8>], maximumCount: Int = 1000) throws -> [String] {
        var chunks = WebChannelChunks(maximumCount: maximumCount)
        let read = try parts.flatMap { try chunks.read(Array($0)) }
        #expect(chunks.isComplete)
        return read.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func chunksThatArriveTogetherAreTakenApart() throws {
        #expect(try read([Self.answer[...]]) == Self.chunks)
    }

    @Test(arguments: 0...answer.count) func anAnswerMayBeCutAnywhere(_ offset: Int) throws {
        #expect(try read([Self.answer[..<offset], Self.answer[offset...]]) == Self.chunks)
    }

    @Test func bytesMayArriveOneByOne() throws {
        #expect(try read(Self.answer.indices.map { Self.answer[$0...$0] }) == Self.chunks)
    }

    @Test func anAnswerIsIncompleteWithinAChunk() throws {
        for count in 1..<Self.answer.count {
            var chunks = WebChannelChunks(maximumCount: 1000)
            let read = try chunks.read(Array(Self.answer.prefix(count)))
            let ends = Self.chunks.indices.map { index in
                Self.chunks[...index].map { "\($0.utf16.count)\n\($0)".utf8.count }.reduce(0, +)
            }
            #expect(chunks.isComplete == ends.contains(count))
            #expect(read.count == ends.count { $0 <= count })
        }
    }

    @Test func randomTextsAreTakenApart() throws {
        var random = SplitMix64(seed: Seed.make())
        let scalars = Array("a\"é€😀\u{10FFFF}\u{E000}".unicodeScalars)
        for _ in 0..<Effort.times(200) {
            let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...30, using: &random))
                    .map { _ in "\(scalars.randomElement(using: &random) ?? "a")" }.joined() + "]"
            }
            let answer = Array(texts.map { "\($0.utf16.count)\n\($0)" }.joined().utf8)
            var parts: [ArraySlice<UInt8>] = []
            var rest = answer[...]
            while !rest.isEmpty {
                parts.append(rest.prefix(Int.random(in: 1...9, using: &random)))
                rest.removeFirst(parts[parts.count - 1].count)
            }
            #expect(try read(parts) == texts)
        }
    }

    @Test(arguments: [
        "x", "\n", "-1\n", " 3\n[1]", "0\n", "1\n😀", "2\n😀", "1\né", "3\n[1]]",
        "00000000000000000000001\n1",
    ])
    func otherBytesAreMalformed(_ text: String) throws {
        for isWhole in [true, false] {
            var chunks = WebChannelChunks(maximumCount: 1000)
            let parts = isWhole ? [Array(text.utf8)] : text.utf8.map { [$0] }
            #expect {
                for part in parts { _ = try chunks.read(part) }
            } throws: { error in
                if case .malformed? = error as? WebChannelChunks.Failure { true } else { false }
            }
        }
    }

    @Test func aChunkIsNotLongerThanTheMaximum() throws {
        #expect(try read([Array("3\n[1]".utf8)[...]], maximumCount: 3) == ["[1]"])
        for text in ["4\n", "99999999999999999999999999"] {
            #expect(throws: WebChannelChunks.Failure.tooLong) {
                _ = try read([Array(text.utf8)[...]], maximumCount: 3)
            }
        }
    }
}
