import Testing

@testable import PathCodegen

/// What is written comes out, in order and once.
@Suite struct SourceBufferTests {
    @Test func piecesAreHandedOnInChunks() {
        var buffer = SourceBuffer()
        var chunks: [[UInt8]] = []
        var expected = ""
        for number in 0..<20_000 {
            let text = "line \(number)"
            text.utf8.withContiguousStorageIfAvailable { buffer.write("/// ", Fragment($0), "\n") }
            expected += "/// \(text)\n"
            buffer.flush { chunks.append(Array($0)) }
        }
        buffer.finish { chunks.append(Array($0)) }
        #expect(chunks.count > 1)
        #expect(String(decoding: chunks.joined(), as: UTF8.self) == expected)
    }

    @Test func aTextLargerThanTheBufferIsWritten() {
        var buffer = SourceBuffer()
        let text = String(repeating: "é", count: 200_000)
        buffer.write("before ", text, " behind")
        #expect(contents(&buffer) == "before \(text) behind")
    }

    @Test func whatIsTakenBackIsGone() {
        var buffer = SourceBuffer()
        buffer.write("var name: Path<Name> {\n")
        let start = buffer.count
        buffer.write("too long")
        buffer.removeAll(from: start)
        buffer.write("}\n")
        #expect(contents(&buffer) == "var name: Path<Name> {\n}\n")
    }

    /// Lines are as long as a person sees them, and every one counts.
    @Test(arguments: [
        (String(repeating: "x", count: 99) + "\n", true),
        (String(repeating: "x", count: 100) + "\n", true),
        (String(repeating: "x", count: 101) + "\n", false),
        (String(repeating: "é", count: 100) + "\n", true),
        (String(repeating: "x\n", count: 100), true),
        ("x\n" + String(repeating: "x", count: 101) + "\nx\n", false),
    ])
    func linesOfAHundredCharactersFit(text: String, fits: Bool) {
        var buffer = SourceBuffer()
        buffer.write("let before = 1\n")
        let start = buffer.count
        buffer.write("\(text)")
        #expect(buffer.fits(from: start) == fits)
    }

    private func contents(_ buffer: inout SourceBuffer) -> String {
        var text = ""
        buffer.finish { text += String(decoding: $0, as: UTF8.self) }
        return text
    }
}

/// Texts stay where they are while others are added.
@Suite struct FragmentStoreTests {
    @Test func allTextsStay() {
        var store = FragmentStore()
        let texts = (0..<3_000).map { String(repeating: "\($0) ", count: $0 % 50) } + [""]
        let large = String(repeating: "large", count: 10_000)
        let fragments = (texts + [large] + texts).map { store.add($0) }
        var buffer = SourceBuffer()
        for fragment in fragments { buffer.write(fragment) }
        buffer.finish { bytes in
            let all = (texts + [large] + texts).joined()
            #expect(String(decoding: bytes, as: UTF8.self) == all)
        }
    }
}
