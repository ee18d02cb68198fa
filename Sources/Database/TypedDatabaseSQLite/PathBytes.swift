import TypedDatabase

/// A place's bytes, which sort as places do: by key, from the first to the last.
///
/// No key's bytes are a prefix of another's, so a place and its descendants are one range: see
/// ``ByteRange``.
///
/// | key | bytes |
/// |---|---|
/// | a 32-bit integer | `01`, the number big-endian with its sign bit flipped, its length and sign |
/// | any other | `02`, UTF-8 in which a lead byte `EE` is `F8` and `EF` is `F9`, `00` |
///
/// With those two lead bytes after all others, bytes sort as UTF-16 code units do. Two bytes tell
/// `-0` and `00` from `0`: twice the text's length, and 1 more without a minus.
struct PathBytes: Hashable {
    private(set) var bytes: [UInt8] = []

    fileprivate enum Tag {
        static let integer: UInt8 = 1
        static let text: UInt8 = 2
    }

    /// A byte greater than the first byte of any key.
    static let afterKeys: UInt8 = 3

    /// The number of bytes of an integer key.
    fileprivate static let integerCount = 7

    /// Makes the path of the root.
    init() {}

    init(_ place: TreePlace) {
        for key in place.keys { append(key) }
    }

    /// Makes a path of its bytes.
    init(path bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func append(_ key: TreeKey) {
        if let integer = key.integer {
            append(integer, text: key.text)
        } else {
            append(key.text)
        }
    }

    private mutating func append(_ integer: Int32, text: String) {
        let number = UInt32(bitPattern: integer) ^ 0x8000_0000
        let sign: UInt16 = text.utf8.first == UInt8(ascii: "-") ? 0 : 1
        let tail = UInt16(text.utf8.count) * 2 + sign
        bytes.append(Tag.integer)
        bytes.append(bigEndian: number)
        bytes.append(bigEndian: tail)
    }

    private mutating func append(_ text: String) {
        bytes.append(Tag.text)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        for index in start..<bytes.count where bytes[index] & 0xFE == 0xEE { bytes[index] += 10 }
        bytes.append(0)
    }

    /// Returns the depth of an ancestor, by the length of its path.
    func depth(ofPrefix count: Int) throws -> Int {
        try bytes.withUnsafeBytes { bytes in
            var (depth, offset) = (0, 0)
            while offset < count {
                offset = TreeKey.end(in: bytes, at: offset)
                depth += 1
            }
            guard offset == count else { throw RowCursor.disorder }
            return depth
        }
    }

    /// Truncates the path to that of an ancestor.
    mutating func truncate(to count: Int) {
        bytes.removeLast(bytes.count - count)
    }
}

// MARK: - Decoding

extension TreeKey {
    /// Returns the key at an offset of a path, and the offset after it.
    ///
    /// Throws if the bytes aren't a key's, which means that the file is damaged.
    static func read(from path: [UInt8], at offset: Int) throws -> (key: TreeKey, end: Int) {
        try path.withUnsafeBytes { try read(from: $0, at: offset) }
    }

    static func read(
        from path: UnsafeRawBufferPointer, at offset: Int
    ) throws -> (key: TreeKey, end: Int) {
        let found =
            switch offset < path.count ? path[offset] : 0 {
            case PathBytes.Tag.integer: integer(in: path, at: offset)
            case PathBytes.Tag.text: text(in: path, at: offset)
            default: nil as (key: TreeKey, end: Int)?
            }
        guard let found else { throw SQLiteFailure.damage("a path has no key's bytes") }
        return found
    }

    /// Returns the offset after the key at an offset, which has been read before.
    static func end(in path: UnsafeRawBufferPointer, at offset: Int) -> Int {
        if path[offset] == PathBytes.Tag.integer { return offset + PathBytes.integerCount }
        return path.firstZero(from: offset + 1).map { $0 + 1 } ?? path.count
    }

    private static func integer(
        in path: UnsafeRawBufferPointer, at offset: Int
    ) -> (key: TreeKey, end: Int)? {
        let end = offset + PathBytes.integerCount
        guard end <= path.count else { return nil }
        let word = path[offset + 1..<end].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let integer = Int32(bitPattern: UInt32(word >> 16) ^ 0x8000_0000)
        let sign = word & 1 == 0 ? "-" : ""
        let digits = String(integer.magnitude)
        let count = Int(word & 0xFFFF) / 2
        let zeros = count - digits.utf8.count - sign.utf8.count
        let hasRightSign = sign.isEmpty ? integer >= 0 : integer <= 0
        guard zeros >= 0, count <= TreeLimits.keyUTF8Count, hasRightSign else { return nil }
        let text = sign + String(repeating: "0", count: zeros) + digits
        return (TreeKey(text, integer: integer), end)
    }

    private static func text(
        in path: UnsafeRawBufferPointer, at offset: Int
    ) -> (key: TreeKey, end: Int)? {
        guard let end = path.firstZero(from: offset + 1) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: path[offset + 1..<end])
        guard TreeLimits.allows(bytes), let text = text(bytes) else { return nil }
        let key = TreeKey(text)
        // An integer's bytes are others.
        return key.integer == nil ? (key, end + 1) : nil
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        let highest = bytes.reduce(0, max)
        if highest < 0x80 { return String(decoding: bytes, as: UTF8.self) }
        // Bytes from EE on are stored as F8 and more: see ``PathBytes``.
        guard bytes.allSatisfy({ $0 < 0xEE || 0xF0..<0xFA ~= $0 }) else { return nil }
        if highest < 0xF8 { return String(utf8: bytes.assumingMemoryBound(to: UInt8.self)) }
        let original = bytes.map { $0 >= 0xF8 ? $0 - 10 : $0 }
        return original.withUnsafeBufferPointer { String(utf8: $0) }
    }
}

extension TreePlace {
    /// Makes the place of a path's bytes.
    init(path: [UInt8]) throws {
        self.init()
        var offset = 0
        while offset < path.count {
            let (key, end) = try TreeKey.read(from: path, at: offset)
            keys.append(key)
            offset = end
        }
    }
}

extension [UInt8] {
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
