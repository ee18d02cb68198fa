import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

@Suite struct PathBytesTests {
    @Test(
        arguments: [
            ("a", [2, 0x61, 0]),
            ("é", [2, 0xC3, 0xA9, 0]),
            ("\u{E000}", [2, 0xF8, 0x80, 0x80, 0]),
            ("\u{FFFF}", [2, 0xF9, 0xBF, 0xBF, 0]),
            ("😀", [2, 0xF0, 0x9F, 0x98, 0x80, 0]),
            ("0", [1, 0x80, 0, 0, 0, 0, 3]),
            ("-0", [1, 0x80, 0, 0, 0, 0, 4]),
            ("00", [1, 0x80, 0, 0, 0, 0, 5]),
            ("-1", [1, 0x7F, 0xFF, 0xFF, 0xFF, 0, 4]),
            ("258", [1, 0x80, 0, 1, 2, 0, 7]),
            ("2147483648", [2] + Array("2147483648".utf8) + [0]),
        ] as [(TreeKey, [UInt8])])
    func aKeyIsATagAndItsText(_ key: TreeKey, _ bytes: [UInt8]) {
        #expect(PathBytes([key]).bytes == bytes)
    }

    @Test func keysComeBackToTheByte() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(10_000) {
            let place = TreePlace((0..<3).map { _ in .hard(&random) })
            let read = try TreePlace(path: PathBytes(place).bytes)
            try #require(read == place, "\(place) came back as \(read)")
        }
    }

    @Test func bytesSortAsKeysDo() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(60_000) {
            let (a, b) = (TreeKey.hard(&random), TreeKey.hard(&random))
            let (x, y) = (PathBytes([a]).bytes, PathBytes([b]).bytes)
            try #require(x.lexicographicallyPrecedes(y) == (a < b), "\(a) and \(b)")
            try #require((x == y) == (a == b), "\(a) and \(b)")
        }
    }

    @Test func aSubtreeIsOneRange() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(20_000) {
            let place = TreePlace(
                (0..<Int.random(in: 0...2, using: &random)).map { _ in .few(&random) })
            let other = TreePlace(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in .few(&random) })
            let range = ByteRange(subtreeOf: place)
            try #require(range.contains(other) == place.contains(other), "\(place) and \(other)")
        }
    }

    @Test(
        arguments: [
            [0], [3], [2, 0x61], [1, 0x80, 0, 0, 0, 0], [1, 0x80, 0, 0, 0, 0, 1], [2, 0x61, 0, 9],
        ] as [[UInt8]])
    func otherBytesAreDamage(_ bytes: [UInt8]) {
        #expect(throws: SQLiteFailure.self) { try TreePlace(path: bytes) }
    }
}
