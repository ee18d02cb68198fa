import Foundation
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

// MARK: - Ranges

/// A half-open range of paths in the tree, or of positions in an index.
struct ByteRange: Hashable {
    var lower: [UInt8]
    var upper: [UInt8]

    /// The ends, as parameters of a statement.
    var parameters: [Statement.Parameter] { [.bytes(lower), .bytes(upper)] }

    func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.precedes(lower) && bytes.precedes(upper)
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { contains($0) }
    }

    /// Returns the end of all paths or positions with a prefix.
    static func end(of prefix: [UInt8]) -> [UInt8] {
        prefix + [PathBytes.afterKeys]
    }
}

// Ranges of paths.
extension ByteRange {
    /// Makes the range of a place and all places below it.
    init(subtreeOf place: TreePlace) {
        self.init(subtreeOf: PathBytes(place).bytes)
    }

    /// Makes the range of a path and all paths below it.
    init(subtreeOf path: [UInt8]) {
        self.init(lower: path, upper: Self.end(of: path))
    }

    /// Makes the range of a place's children that are within a selection's bounds.
    ///
    /// Returns `nil` if the order or a bound isn't by key: such children aren't a range.
    init?(childrenOf place: TreePlace, _ selection: TreeSelection) {
        guard selection.order == .key else { return nil }
        let parent = PathBytes(place)
        self.init(subtreeOf: parent.bytes)
        lower.append(0)
        if let bound = selection.lower {
            guard case .key(let key) = bound.position else { return nil }
            lower = Self.path(of: key, in: parent)
            if !bound.isInclusive { lower = Self.end(of: lower) }
        }
        if let bound = selection.upper {
            guard case .key(let key) = bound.position else { return nil }
            upper = Self.path(of: key, in: parent)
            if bound.isInclusive { upper = Self.end(of: upper) }
        }
    }

    /// Removes the paths up to the end of a subtree; in descending order, those from its start on.
    mutating func skip(subtreeOf path: [UInt8], isDescending: Bool) {
        if isDescending { upper = path } else { lower = Self.end(of: path) }
    }

    private static func path(of key: TreeKey, in parent: PathBytes) -> [UInt8] {
        var path = parent
        path.append(key)
        return path.bytes
    }

    /// Whether the path of a place is in the range.
    func contains(_ place: TreePlace) -> Bool {
        contains(PathBytes(place).bytes)
    }
}

// MARK: - Comparing

extension UnsafeRawBufferPointer {
    /// Whether the bytes come before others, as SQLite compares blobs.
    func precedes(_ other: [UInt8]) -> Bool {
        other.withUnsafeBytes { other in
            let difference = compare(other, count: Swift.min(count, other.count))
            return difference == 0 ? count < other.count : difference < 0
        }
    }

    /// Whether these bytes are a prefix.
    func starts(with prefix: [UInt8]) -> Bool {
        prefix.withUnsafeBytes { starts(with: $0) }
    }

    func starts(with prefix: UnsafeRawBufferPointer) -> Bool {
        count >= prefix.count && compare(prefix, count: prefix.count) == 0
    }

    /// Returns the number of leading bytes that both have.
    func sharedCount(with other: [UInt8]) -> Int {
        other.withUnsafeBytes { other in
            var shared = 0
            while shared < count, shared < other.count, self[shared] == other[shared] {
                shared += 1
            }
            return shared
        }
    }

    /// Returns the offset of the first zero from an offset on.
    func firstZero(from offset: Int) -> Int? {
        guard offset < count, let start = baseAddress else { return nil }
        return memchr(start + offset, 0, count - offset).map { UnsafeRawPointer($0) - start }
    }

    private func compare(_ other: UnsafeRawBufferPointer, count: Int) -> Int32 {
        guard count > 0, let a = baseAddress, let b = other.baseAddress else { return 0 }
        return memcmp(a, b, count)
    }
}

extension [UInt8] {
    /// Whether the bytes come before others, as SQLite compares blobs.
    func precedes(_ other: [UInt8]) -> Bool {
        withUnsafeBytes { $0.precedes(other) }
    }

    func starts(with prefix: UnsafeRawBufferPointer) -> Bool {
        withUnsafeBytes { $0.starts(with: prefix) }
    }

    func starts(with prefix: [UInt8]) -> Bool {
        withUnsafeBytes { $0.starts(with: prefix) }
    }

    func sharedCount(with other: [UInt8]) -> Int {
        withUnsafeBytes { $0.sharedCount(with: other) }
    }
}
