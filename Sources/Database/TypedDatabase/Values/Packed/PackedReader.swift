import Foundation

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
