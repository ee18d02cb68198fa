/// Finds things again by their hashes: an index of things that somebody else has in a row.
///
/// It is a table with open addressing. What it reads to see that a thing is new, as most are in a large
/// schema, is a byte for each place, and nearly all places are taken: the smaller the table, the more of
/// it stays in the processor's caches, where looking beside a few others is faster than waiting for
/// memory.
struct HashIndex {
    /// What is at each place: 0 for nothing, or else seven bits of a hash and one that is set.
    private var tags: [UInt8]

    /// The position of the thing that is there.
    private var positions: [Int32]

    /// The hashes of all things, by position.
    private var hashes: [UInt32] = []

    init() {
        tags = Array(repeating: 0, count: 1 << 10)
        positions = Array(repeating: 0, count: 1 << 10)
    }

    /// How many things there is room for.
    private var capacity: Int { tags.count / 8 * 7 }

    /// The position of the thing with a hash that `isIt`, if there is one.
    @inline(__always)
    func position(of hash: UInt32, where isIt: (Int) -> Bool) -> Int? {
        let tag = Self.tag(of: hash)
        var place = self.place(of: hash)
        while case let other = tags[place], other != 0 {
            if other == tag, isIt(Int(positions[place])) { return Int(positions[place]) }
            place = self.place(behind: place)
        }
        return nil
    }

    /// Adds a thing behind all others.
    mutating func append(_ hash: UInt32) {
        reserveCapacity(hashes.count + 1)
        enter(Int32(hashes.count), hash)
        hashes.append(hash)
    }

    mutating func reserveCapacity(_ count: Int) {
        guard count > capacity else { return }
        let (oldTags, oldPositions) = (tags, positions)
        var size = tags.count
        while size / 8 * 7 < count { size *= 2 }
        tags = Array(repeating: 0, count: size)
        positions = Array(repeating: 0, count: size)
        // In the order of the places, since it is that of the new ones, too. By position, each thing would
        // be one more wait for memory.
        for place in oldTags.indices where oldTags[place] != 0 {
            enter(oldPositions[place], hashes[Int(oldPositions[place])])
        }
    }

    private mutating func enter(_ position: Int32, _ hash: UInt32) {
        var place = self.place(of: hash)
        while tags[place] != 0 { place = self.place(behind: place) }
        tags[place] = Self.tag(of: hash)
        positions[place] = position
    }

    /// The high bits, since the low ones say where to look.
    private static func tag(of hash: UInt32) -> UInt8 { UInt8(hash >> 25) | 0x80 }

    private func place(of hash: UInt32) -> Int { Int(hash) & (tags.count - 1) }

    private func place(behind place: Int) -> Int { (place + 1) & (tags.count - 1) }
}
