/// Children as a few bytes: the content of a row in a file.
///
/// The children follow each other in the order of their keys. Each is its key, then its value.
///
/// | part | bytes |
/// |---|---|
/// | key | its count, UTF-8 |
/// | `false`, `true` | `00`, `01` |
/// | an integer of 1 to 8 bytes | `02` to `09`, the integer big-endian, in as few bytes as hold it |
/// | another number | `0A`, the double big-endian |
/// | a string | `0B`, its count, UTF-8 |
/// | children | `0C`, their count in bytes, the children |
/// | an integer from 0 to 63 | `40` to `7F` |
/// | a string of 0 to 127 bytes | `80` to `FF`, UTF-8 |
///
/// A count is in bytes, and stored seven bits at a time, the lowest first, with `80` added to each
/// byte but the last. Equal children have equal bytes.
///
/// The bytes are checked when this is made, so that reading them doesn't fail.
package struct PackedChildren: Sendable {
    /// The bytes of the whole row, which nested children share.
    let storage: [UInt8]
    let range: Range<Int>

    enum Tag {
        static let `false`: UInt8 = 0x00
        static let `true`: UInt8 = 0x01
        /// The tag of an integer is this and the number of its bytes.
        static let integer: UInt8 = 0x01
        static let double: UInt8 = 0x0A
        static let string: UInt8 = 0x0B
        static let children: UInt8 = 0x0C
        static let smallInteger: UInt8 = 0x40
        static let shortString: UInt8 = 0x80
    }

    init(storage: [UInt8], range: Range<Int>) {
        self.storage = storage
        self.range = range
    }

    /// The bytes.
    package var bytes: ArraySlice<UInt8> { storage[range] }

    /// The number of bytes.
    package var byteCount: Int { range.count }
}

// MARK: - Reading

extension PackedChildren {
    /// The child with a key.
    subscript(key: TreeKey) -> TreeValue? {
        storage.withUnsafeBytes { bytes in
            Self.find(key, in: range, of: bytes).map { value($0, in: bytes) }
        }
    }

    /// The value at a place below; `nil` if the place is this one.
    subscript(keys: ArraySlice<TreeKey>) -> TreeValue? {
        guard !keys.isEmpty else { return nil }
        return storage.withUnsafeBytes { bytes in
            var found = PackedReader.Value.children(range)
            for key in keys {
                guard case .children(let range) = found,
                    let next = Self.find(key, in: range, of: bytes)
                else { return nil }
                found = next
            }
            return value(found, in: bytes)
        }
    }

    private static func find(
        _ key: TreeKey, in range: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) -> PackedReader.Value? {
        var text = key.text
        return text.withUTF8 { text in
            var reader = PackedReader(bytes, range)
            return reader.value(of: text)
        }
    }

    /// The number of children.
    var count: Int {
        storage.withUnsafeBytes { bytes in
            var (reader, count) = (PackedReader(bytes, range), 0)
            while !reader.isAtEnd {
                _ = (reader.key(), reader.value())
                count += 1
            }
            return count
        }
    }

    /// Returns the child at an offset in the bytes, and moves the offset to the next one; returns
    /// `nil` at the end.
    func next(at offset: inout Int) -> (key: TreeKey, value: TreeValue)? {
        guard offset < range.upperBound else { return nil }
        return storage.withUnsafeBytes { bytes in
            var reader = PackedReader(bytes, offset..<range.upperBound)
            let (key, value) = (reader.key(), reader.value())
            offset = reader.offset
            return (
                TreeKey(String(decoding: bytes[key], as: UTF8.self)), self.value(value, in: bytes)
            )
        }
    }

    /// The children in order.
    var elements: [(key: TreeKey, value: TreeValue)] {
        var elements: [(key: TreeKey, value: TreeValue)] = []
        var offset = range.lowerBound
        while let element = next(at: &offset) { elements.append(element) }
        return elements
    }

    /// The children as a tree.
    var tree: SortedTree<TreeKey, TreeValue> { SortedTree(sorted: elements) }

    func value(_ value: PackedReader.Value, in bytes: UnsafeRawBufferPointer) -> TreeValue {
        switch value {
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .double(let double): .double(double)
        case .string(let range): .string(String(decoding: bytes[range], as: UTF8.self))
        case .children(let range):
            .children(TreeChildren(PackedChildren(storage: storage, range: range)))
        }
    }
}

extension PackedChildren: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        a.range.count == b.range.count && a.bytes.elementsEqual(b.bytes)
    }
}
