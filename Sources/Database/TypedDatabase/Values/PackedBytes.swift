import Foundation

// Writing, measuring and reading the bytes of ``PackedChildren``.

extension PackedChildren {
    /// Packs children; returns `nil` if they take more bytes than the limit.
    ///
    /// - Parameter limit: the maximum number of bytes.
    package init?(_ children: TreeChildren, limit: Int) {
        if let packed = children.packed {
            guard packed.byteCount <= limit else { return nil }
            self = packed
            return
        }
        var writer = PackedWriter(limit: limit)
        guard writer.append(children) else { return nil }
        self.init(storage: writer.bytes, range: 0..<writer.bytes.count)
    }
}

/// A writer of ``PackedChildren``.
struct PackedWriter {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Appends children; stops and returns `false` once the bytes exceed the limit.
    mutating func append(_ children: TreeChildren) -> Bool {
        if let packed = children.packed {
            bytes += packed.bytes
            return bytes.count <= limit
        }
        for (key, value) in children {
            guard append(key, value), bytes.count <= limit else { return false }
        }
        return true
    }

    /// Appends a child; stops and returns `false` once the bytes exceed the limit.
    @discardableResult
    mutating func append(_ key: TreeKey, _ value: TreeValue) -> Bool {
        append(text: key.text)
        return append(value)
    }

    mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    mutating func append(bytes: ArraySlice<UInt8>) {
        self.bytes += bytes
    }

    mutating func append(count: Int) {
        var rest = count
        while rest > 127 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func append(_ value: TreeValue) -> Bool {
        switch value {
        case .bool(let bool):
            bytes.append(bool ? PackedChildren.Tag.true : PackedChildren.Tag.false)
        case .integer(let integer): append(integer)
        case .double(let double):
            // An integral number is stored as an integer.
            if case .integer(let integer) = TreeValue.number(double) {
                append(integer)
                return true
            }
            bytes.append(PackedChildren.Tag.double)
            append(double.bitPattern, count: 8)
        case .string(let text):
            let count = text.utf8.count
            if count > limit { return false }
            if count < 128 {
                bytes.append(PackedChildren.Tag.shortString | UInt8(count))
                bytes.append(contentsOf: text.utf8)
            } else {
                bytes.append(PackedChildren.Tag.string)
                append(text: text)
            }
        case .children(let children):
            bytes.append(PackedChildren.Tag.children)
            let start = bytes.count
            guard append(children) else { return false }
            bytes.insert(contentsOf: Self.bytes(ofCount: bytes.count - start), at: start)
        }
        return true
    }

    /// Appends the count of a text, and the text.
    private mutating func append(text: String) {
        append(count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append(_ integer: Int64) {
        let count = Self.byteCount(of: integer) - 1
        if count == 0 {
            bytes.append(PackedChildren.Tag.smallInteger | UInt8(integer))
        } else {
            bytes.append(PackedChildren.Tag.integer + UInt8(count))
            append(UInt64(bitPattern: integer), count: count)
        }
    }

    /// Appends the lowest bytes of an integer, big-endian.
    private mutating func append(_ integer: UInt64, count: Int) {
        for index in (0..<count).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: integer >> (8 * UInt64(index))))
        }
    }

    /// Returns the bytes of a key.
    static func bytes(of key: TreeKey) -> [UInt8] {
        var writer = PackedWriter(limit: .max)
        writer.append(text: key.text)
        return writer.bytes
    }

    /// Returns the bytes of a value.
    static func bytes(of value: TreeValue) -> [UInt8] {
        var writer = PackedWriter(limit: .max)
        _ = writer.append(value)
        return writer.bytes
    }

    private static func bytes(ofCount count: Int) -> [UInt8] {
        var writer = PackedWriter(limit: .max)
        writer.append(count: count)
        return writer.bytes
    }

    /// Returns the number of bytes of a count.
    static func byteCount(ofCount count: Int) -> Int {
        var (bytes, rest) = (1, count)
        while rest > 127 {
            bytes += 1
            rest >>= 7
        }
        return bytes
    }

    /// Returns the number of bytes of an integer, with its tag.
    static func byteCount(of integer: Int64) -> Int {
        if 0..<64 ~= integer { return 1 }
        let bits = 65 - (integer < 0 ? ~integer : integer).leadingZeroBitCount
        return 1 + (bits + 7) / 8
    }
}

// MARK: - Size

extension PackedChildren {
    /// Returns the number of bytes that a child takes.
    package static func byteCount(of key: TreeKey, _ value: TreeValue) -> Int {
        let count = key.text.utf8.count
        return PackedWriter.byteCount(ofCount: count) + count + byteCount(of: value)
    }

    private static func byteCount(of value: TreeValue) -> Int {
        switch value {
        case .bool: return 1
        case .integer(let integer): return PackedWriter.byteCount(of: integer)
        case .double: return 9
        case .string(let text):
            let count = text.utf8.count
            return 1 + count + (count < 128 ? 0 : PackedWriter.byteCount(ofCount: count))
        case .children(let children):
            let count =
                children.packed?.byteCount
                ?? children.reduce(0) { $0 + byteCount(of: $1.key, $1.value) }
            return 1 + PackedWriter.byteCount(ofCount: count) + count
        }
    }
}

// MARK: - Reading

/// A position in the bytes of ``PackedChildren``.
///
/// After the end, or after bytes that aren't in this form, it has ``failed``, and reads nothing.
struct PackedReader {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private(set) var offset: Int
    private(set) var failed = false

    /// A value; a string and children as the range of their bytes.
    enum Value {
        case bool(Bool)
        case integer(Int64)
        case double(Double)
        case string(Range<Int>)
        case children(Range<Int>)
    }

    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset >= end }

    /// Reads a key, and returns the range of its bytes.
    mutating func key() -> Range<Int> {
        skip(count())
    }

    mutating func value() -> Value {
        let tag = byte()
        switch tag {
        case PackedChildren.Tag.shortString...: return .string(skip(Int(tag & 0x7F)))
        case PackedChildren.Tag.smallInteger...: return .integer(Int64(tag & 0x3F))
        case PackedChildren.Tag.false: return .bool(false)
        case PackedChildren.Tag.true: return .bool(true)
        case PackedChildren.Tag.double:
            return .double(Double(bitPattern: UInt64(bitPattern: integer(count: 8))))
        case PackedChildren.Tag.string: return .string(skip(count()))
        case PackedChildren.Tag.children: return .children(skip(count()))
        case ..<PackedChildren.Tag.double:
            return .integer(integer(count: Int(tag - PackedChildren.Tag.integer)))
        default:
            fail()
            return .bool(false)
        }
    }

    /// Skips to a key, and reads its value; returns `nil` without the key.
    ///
    /// Reads no other value. That matters since a model's fields are found one by one, each from
    /// the first.
    mutating func value(of key: UnsafeBufferPointer<UInt8>) -> Value? {
        while !isAtEnd {
            let found = self.key()
            if found.count == key.count, isEqual(found, key) { return value() }
            skipValue()
        }
        return nil
    }

    private func isEqual(_ range: Range<Int>, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress, let keyStart = key.baseAddress else { return true }
        return memcmp(start + range.lowerBound, keyStart, key.count) == 0
    }

    private mutating func skipValue() {
        let tag = byte()
        switch tag {
        case PackedChildren.Tag.shortString...: _ = skip(Int(tag & 0x7F))
        case PackedChildren.Tag.smallInteger...: break
        case ...PackedChildren.Tag.true: break
        case ..<PackedChildren.Tag.double: _ = skip(Int(tag - PackedChildren.Tag.integer))
        case PackedChildren.Tag.double: _ = skip(8)
        case ...PackedChildren.Tag.children: _ = skip(count())
        default: fail()
        }
    }

    private mutating func byte() -> UInt8 {
        guard offset < end else {
            fail()
            return 0
        }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Reads a count, in as few bytes as hold it.
    private mutating func count() -> Int {
        let first = byte()
        if first < 0x80 { return Int(first) }
        var (count, shift) = (Int(first & 0x7F), 7)
        while shift < 32 {
            let next = byte()
            count |= Int(next & 0x7F) << shift
            if next < 0x80 {
                if next == 0 { fail() }
                return count
            }
            shift += 7
        }
        fail()
        return 0
    }

    /// Reads a big-endian integer.
    private mutating func integer(count: Int) -> Int64 {
        let range = skip(count)
        if range.isEmpty { return 0 }
        var integer = Int64(Int8(bitPattern: bytes[range.lowerBound]))
        for index in range.dropFirst() { integer = integer << 8 | Int64(bytes[index]) }
        return integer
    }

    /// Skips bytes, and returns their range.
    private mutating func skip(_ count: Int) -> Range<Int> {
        guard count <= end - offset else {
            fail()
            return end..<end
        }
        defer { offset += count }
        return offset..<offset + count
    }

    private mutating func fail() {
        failed = true
        offset = end
    }
}
