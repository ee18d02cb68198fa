import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct JSONWriterTests {
    @Test(
        arguments: [
            (nil, "null"),
            (true, "true"),
            (-9_223_372_036_854_775_808, "-9223372036854775808"),
            (0.1, "0.1"),
            (.double(1e300), "1e+300"),
            ("a\"\\\n\r\t\u{0}\u{1F}é😀/", #""a\"\\\n\r\t\u0000\u001fé😀/""#),
            (["b": 1, "10": ["x": "y"], "9": false], #"{"9":false,"10":{"x":"y"},"b":1}"#),
        ] as [(TreeValue?, String)])
    func valuesBecomeJSON(value: TreeValue?, json: String) throws {
        let bytes = JSONWriter.bytes(value)
        #expect(String(decoding: bytes, as: UTF8.self) == json)
        #expect(try JSONReader.value(bytes) == value)
    }

    @Test func randomValuesComeBack() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(500) {
            let value = Self.randomValue(depth: 4, using: &random)
            #expect(try JSONReader.value(JSONWriter.bytes(value)) == value)
        }
    }

    private static func randomValue(depth: Int, using random: inout SplitMix64) -> TreeValue? {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .bool(.random(using: &random))
        case 1: return .integer(.random(in: .min ... .max, using: &random))
        case 2: return .number(Double(bitPattern: random.next()).isFinite ? 0.5 : 1.25)
        case 3: return .number(.random(in: -1e20...1e20, using: &random))
        case 4: return .string(randomText(using: &random))
        default:
            let count = Int.random(in: 0..<6, using: &random)
            return TreeValue(
                TreeChildren(
                    (0..<count).compactMap { index in
                        randomValue(depth: depth - 1, using: &random)
                            .map { (TreeKey("\(index * 3)" + randomText(using: &random)), $0) }
                    }))
        }
    }

    private static func randomText(using random: inout SplitMix64) -> String {
        let scalars = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
            ["a", "\"", "\\", "\u{1}", "é", "\u{FFFF}", "😀", "\u{301}"].randomElement(
                using: &random)!
        }
        return scalars.joined()
    }
}
