/// Finds things again by their hashes: an index of things that somebody else has in a row.
///
/// It is a table of numbers with open addressing, at most half full, and as small as can be, since a large
/// schema looks into it at random all the time.
struct HashIndex {
    /// What each place holds: 0 if it is free, or else in its low bits a position, counted from 1, and in
    /// its high bits those of a hash. The low bits of the hash are what the place itself tells.
    private var places: [UInt32]

    /// The hashes by position.
    private var hashes: [UInt32] = []

    /// The low bits.
    private var mask: UInt32

    init() {
        places = Array(repeating: 0, count: 1 << 10)
        mask = UInt32(places.count - 1)
    }

    /// The position of the thing with a hash that `isIt`, if there is one.
    @inline(__always)
    func position(of hash: UInt32, where isIt: (Int) -> Bool) -> Int? {
        var place = hash & mask
        while case let entry = places[Int(place)], entry != 0 {
            if (entry ^ hash) & ~mask == 0 {
                let position = Int(entry & mask) - 1
                if isIt(position) { return position }
            }
            place = (place + 1) & mask
        }
        return nil
    }

    /// Adds a thing behind all others.
    mutating func append(_ hash: UInt32) {
        hashes.append(hash)
        if hashes.count > places.count / 2 {
            grow(to: 2 * places.count)
        } else {
            enter(hash, position: hashes.count - 1)
        }
    }

    mutating func reserveCapacity(_ count: Int) {
        hashes.reserveCapacity(count)
        var size = places.count
        while size < 2 * count { size *= 2 }
        if size > places.count { grow(to: size) }
    }

    private mutating func grow(to size: Int) {
        places = Array(repeating: 0, count: size)
        mask = UInt32(size - 1)
        for position in hashes.indices {
            enter(hashes[position], position: position)
        }
    }

    private mutating func enter(_ hash: UInt32, position: Int) {
        var place = hash & mask
        while places[Int(place)] != 0 {
            place = (place + 1) & mask
        }
        places[Int(place)] = (hash & ~mask) | UInt32(position + 1)
    }
}
