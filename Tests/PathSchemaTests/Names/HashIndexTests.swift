import Testing

@testable import PathSchema

/// An index finds what it has, however it hashes, and nothing else.
@Suite struct HashIndexTests {
    enum Hashing: CaseIterable {
        case allDifferent, allTheSame, differentInTheTag, differentInNeitherPlaceNorTag,
            atTheLastPlace

        func hash(_ thing: Int) -> UInt32 {
            let thing = UInt32(thing)
            return switch self {
            case .allDifferent: thing &* 0x9E37_79B9
            case .allTheSame: 7
            case .differentInTheTag: thing << 25
            case .differentInNeitherPlaceNorTag: thing << 15 & 0x1FF_FFFF
            case .atTheLastPlace: thing << 20 | 0xF_FFFF
            }
        }
    }

    @Test(arguments: Hashing.allCases)
    func thingsAreFound(hashing: Hashing) {
        let count = 2_000
        var index = HashIndex()
        for thing in 0..<count {
            index.append(hashing.hash(thing))
        }
        for thing in stride(from: 0, to: count, by: 7) {
            #expect(index.position(of: hashing.hash(thing)) { $0 == thing } == thing)
            #expect(index.position(of: hashing.hash(thing)) { _ in false } == nil)
        }
    }
}
