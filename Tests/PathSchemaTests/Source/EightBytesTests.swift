import Testing

@testable import PathSchema

/// Looking at eight bytes at once finds what looking at each of them finds.
@Suite struct EightBytesTests {
    @Test(arguments: 0..<8)
    func everyByteIsToldApartAtEveryPlace(index: Int) throws {
        for byte in UInt8.min...UInt8.max {
            var bytes = Array("letters!".utf8)
            bytes[index] = byte
            let isPlain = (0x20..<0x80).contains(byte) && !#""\"#.utf8.contains(byte)
            let eight = try #require(read(bytes))
            #expect(eight.firstIndexOfOtherThanPlain == (isPlain ? nil : index), "\(byte)")
        }
    }

    /// What is behind the first byte that isn't plain doesn't hide it, whatever it is.
    @Test func theFirstOfSeveralIsFound() throws {
        var numbers = SeededNumbers(seed: 8)
        let alphabet = Array("\u{0}\u{1F} !\"#[\\]~\u{7F}".utf8) + [0x80, 0xA2, 0xDC, 0xFF]
        for _ in 0..<20_000 {
            let bytes = (0..<8).map { _ in
                Bool.random(using: &numbers) ? 0x61 : alphabet.randomElement(using: &numbers) ?? 0
            }
            let eight = try #require(read(bytes))
            let first = bytes.firstIndex { !(0x20..<0x80).contains($0) || #""\"#.utf8.contains($0) }
            #expect(eight.firstIndexOfOtherThanPlain == first, "\(bytes)")
            #expect(eight.firstIndex(ofOtherThan: 0x61) == bytes.firstIndex { $0 != 0x61 })
        }
    }

    @Test func fewerThanEightAreNotRead() {
        Array("sixteen bytes ok".utf8).withUnsafeBufferPointer { text in
            #expect(EightBytes(of: text, at: 8) != nil)
            #expect(EightBytes(of: text, at: 9) == nil)
            #expect(EightBytes(of: UnsafeBufferPointer(rebasing: text[..<7]), at: 0) == nil)
        }
        #expect(read([]) == nil)
    }

    private func read(_ bytes: [UInt8]) -> EightBytes? {
        bytes.withUnsafeBufferPointer { EightBytes(of: $0, at: 0) }
    }
}
