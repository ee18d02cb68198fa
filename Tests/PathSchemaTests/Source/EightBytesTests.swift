import TestSupport
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
        var numbers = SplitMix64(seed: 8)
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

    @Test(arguments: 0..<40)
    func allOfATextIsLookedAt(count: Int) {
        for byte in Array("az09AZ_ -<\u{7F}@[`{/:\0".utf8) + [0x80, 0xFF] {
            let isOther = !byte.isASCIILetterOrDigit && byte != UInt8(ascii: "_")
            for index in 0..<count {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
                bytes[index] = byte
                let characters = self.characters(of: bytes)
                #expect(characters.contains(.other) == isOther, "\(byte) at \(index) of \(count)")
                #expect(characters.contains(.underscore) == (byte == UInt8(ascii: "_")))
            }
        }
        #expect(characters(of: [UInt8](repeating: UInt8(ascii: "x"), count: count)) == [])
    }

    @Test(arguments: 0..<40)
    func textsAreEqualIfAllBytesAre(count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        #expect(areEqual(bytes, bytes))
        for index in 0..<count {
            var other = bytes
            other[index] ^= 0x80
            #expect(!areEqual(bytes, other))
        }
    }

    private func characters(of bytes: [UInt8]) -> EightBytes.Characters {
        var characters: EightBytes.Characters = []
        bytes.withUnsafeBufferPointer { text in
            EightBytes.forEach(of: text) { characters.formUnion($0.characters) }
        }
        return characters
    }

    private func areEqual(_ bytes: [UInt8], _ other: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            other.withUnsafeBufferPointer { EightBytes.areEqual(bytes, $0) }
        }
    }

    private func read(_ bytes: [UInt8]) -> EightBytes? {
        bytes.withUnsafeBufferPointer { EightBytes(of: $0, at: 0) }
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        Unicode.Scalar(self).isASCII && (Character(Unicode.Scalar(self)).isLetter || isASCIIDigit)
    }
}
