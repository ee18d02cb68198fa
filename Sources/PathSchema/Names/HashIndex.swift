/// Finds things again by their hashes: an index of things that somebody else has in a row.
///
/// It is a table with open addressing, at most three quarters full. What it reads to see that a thing is new, as
/// most are in a large schema, is a byte for each place: these stay in the processor's caches, where
/// looking into four bytes for each would mostly wait for memory. Writing doesn't wait.
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
        hashes.append(hash)
        if hashes.count > tags.count / 4 * 3 {
            grow(to: 2 * tags.count)
        } else {
            enter(hash, position: hashes.count - 1)
        }
    }

    mutating func reserveCapacity(_ count: Int) {
        var size = tags.count
        while size / 4 * 3 < count { size *= 2 }
        if size > tags.count { grow(to: size) }
    }

    private mutating func grow(to size: Int) {
        tags = Array(repeating: 0, count: size)
        positions = Array(repeating: 0, count: size)
        hashes.reserveCapacity(size / 4 * 3)
        for position in hashes.indices {
            enter(hashes[position], position: position)
        }
    }

    private mutating func enter(_ hash: UInt32, position: Int) {
        var place = self.place(of: hash)
        while tags[place] != 0 { place = self.place(behind: place) }
        tags[place] = Self.tag(of: hash)
        positions[place] = Int32(position)
    }

    /// The high bits, since the low ones say where to look.
    private static func tag(of hash: UInt32) -> UInt8 { UInt8(hash >> 25) | 0x80 }

    private func place(of hash: UInt32) -> Int { Int(hash) & (tags.count - 1) }

    private func place(behind place: Int) -> Int { (place + 1) & (tags.count - 1) }
}
