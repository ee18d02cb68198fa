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
        let count = text.utf8.count
        if count < 128 {
            bytes.append(UInt8(count))
        } else {
            bytes += Self.bytes(ofCount: count)
        }
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

    static func bytes(ofCount count: Int) -> [UInt8] {
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
        return PackedWriter.bytes(ofCount: count).count + count + byteCount(of: value)
    }

    private static func byteCount(of value: TreeValue) -> Int {
        switch value {
        case .bool: return 1
        case .integer(let integer): return PackedWriter.byteCount(of: integer)
        case .double: return 9
        case .string(let text):
            let count = text.utf8.count
            return 1 + count + (count < 128 ? 0 : PackedWriter.bytes(ofCount: count).count)
        case .children(let children):
            let count =
                children.packed?.byteCount
                ?? children.reduce(0) { $0 + byteCount(of: $1.key, $1.value) }
            return 1 + PackedWriter.bytes(ofCount: count).count + count
        }
    }
}
