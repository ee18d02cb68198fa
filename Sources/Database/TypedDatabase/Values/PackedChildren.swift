import Foundation
import TypedPaths

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

    package var bytes: ArraySlice<UInt8> { storage[range] }

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

// MARK: - Checking

extension PackedChildren {
    /// Makes children of the bytes of a row, which are copied.
    ///
    /// Returns `nil` if the bytes aren't in this form, which means that the file is damaged.
    package init?(checking bytes: UnsafeRawBufferPointer) {
        guard Self.areChildren(bytes, 0..<bytes.count, depth: 1) else { return nil }
        self.init(storage: Array(bytes), range: 0..<bytes.count)
    }

    /// Makes children of the bytes of a row, which are copied.
    ///
    /// Bytes that aren't in this form are read as other children, or as none.
    package init(unchecked bytes: UnsafeRawBufferPointer) {
        self.init(storage: Array(bytes), range: 0..<bytes.count)
    }

    private static func areChildren(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, depth: Int
    ) -> Bool {
        guard !range.isEmpty, depth <= TreeLimits.depth else { return false }
        var reader = PackedReader(bytes, range)
        var last = UnsafeRawBufferPointer(start: nil, count: 0)
        while !reader.isAtEnd {
            let key = UnsafeRawBufferPointer(rebasing: bytes[reader.key()])
            let start = reader.offset
            let value = reader.value()
            guard !reader.failed, isKey(key), last.isEmpty || isAscending(last, key),
                isValue(value, count: reader.offset - start, in: bytes, depth: depth)
            else { return false }
            last = key
        }
        return true
    }

    /// Whether a value is encoded in as few bytes as possible, and all below it is well-formed.
    ///
    /// - Parameter count: the number of the value's bytes.
    private static func isValue(
        _ value: PackedReader.Value, count: Int, in bytes: UnsafeRawBufferPointer, depth: Int
    ) -> Bool {
        switch value {
        case .bool: true
        case .integer(let integer): count == PackedWriter.byteCount(of: integer)
        case .double(let double): double.isFinite && Int64(exactly: double) == nil
        case .string(let range):
            isUTF8(UnsafeRawBufferPointer(rebasing: bytes[range]))
                && (range.count > 127) == (count > range.count + 1)
        case .children(let range): areChildren(bytes, range, depth: depth + 1)
        }
    }

    private static func isKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
        TreeLimits.allows(bytes) && isUTF8(bytes)
    }

    private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes.reduce(0, |) < 0x80 { return true }
        return bytes.withMemoryRebound(to: UInt8.self) { String(utf8: $0) != nil }
    }

    /// Whether a key comes before another.
    static func isAscending(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        // Only a key that begins with a digit or a minus can be an integer.
        if a.first ?? 0 > 0x39, b.first ?? 0 > 0x39 { return UTF16Order.difference(a, b) < 0 }
        return TreeKey(String(decoding: a, as: UTF8.self))
            < TreeKey(String(decoding: b, as: UTF8.self))
    }
}

// MARK: - Changing

extension PackedChildren {
    /// The error for bytes that aren't in packed form, which means that the file is damaged.
    package struct Malformed: Error {}

    /// Returns the children with another value at a place below, as ``TreeValue`` sets it.
    ///
    /// The other children are copied as bytes, and those that aren't on the way to the place aren't
    /// checked.
    ///
    /// - Parameter keys: one key or more.
    /// - Returns: `nil` if no children are left.
    package func setting(
        _ value: TreeValue?, at keys: ArraySlice<TreeKey>
    ) throws -> PackedChildren? {
        var (levels, content, rest) = ([Level](), range, keys)
        levels.reserveCapacity(keys.count)
        while let key = rest.popFirst() {
            let position = try storage.withUnsafeBytes { bytes in
                try Self.position(of: key, in: content, of: bytes)
            }
            levels.append(Level(content: content, child: position.child, count: position.count))
            guard let children = position.children else {
                // A scalar stays if nothing is set below it.
                if value == nil, position.child.isEmpty || !rest.isEmpty { return self }
                break
            }
            content = children
        }
        let value = Self.bytes(of: value, at: rest)
        if value.isEmpty { return replacing(levels, with: []) }
        return replacing(levels, with: PackedWriter.bytes(of: keys[rest.startIndex - 1]) + value)
    }

    /// Replaces the last level's child.
    ///
    /// - Parameter child: its bytes; empty to remove the child, and parents without other children.
    private func replacing(_ levels: [Level], with child: [UInt8]) -> PackedChildren? {
        var levels = levels
        guard var last = levels.popLast() else { return self }
        while child.isEmpty, last.child == last.content {
            guard let parent = levels.popLast() else { return nil }
            last = parent
        }
        // From the innermost on, since a child's count is part of the bytes of its parent.
        var (content, growth) = (last.content, child.count - last.child.count)
        for index in levels.indices.reversed() {
            let count = content.count + growth
            levels[index].newCount = count
            growth += PackedWriter.byteCount(ofCount: count) - levels[index].count.count
            content = levels[index].content
        }
        var (writer, copied) = (PackedWriter(limit: .max), range.lowerBound)
        writer.reserveCapacity(range.count + growth)
        for level in levels {
            writer.append(bytes: storage[copied..<level.count.lowerBound])
            writer.append(count: level.newCount)
            copied = level.count.upperBound
        }
        writer.append(bytes: storage[copied..<last.child.lowerBound])
        writer.append(bytes: child[...])
        writer.append(bytes: storage[last.child.upperBound..<range.upperBound])
        return PackedChildren(storage: writer.bytes, range: 0..<writer.bytes.count)
    }

    /// Returns the bytes of a value at a place; none for no value.
    private static func bytes(of value: TreeValue?, at keys: ArraySlice<TreeKey>) -> [UInt8] {
        var whole: TreeValue? = nil
        whole[TreePlace(Array(keys))] = value
        return whole.map(PackedWriter.bytes) ?? []
    }
}

/// A child on the way to a changed place.
private struct Level {
    /// The bytes of all children of the parent.
    let content: Range<Int>
    /// The bytes of the child with its key; empty, where they would be, if there is none.
    let child: Range<Int>
    /// The bytes of the count of the child's children, if it has any.
    let count: Range<Int>
    /// The count after the change.
    var newCount = 0
}

// MARK: - Finding

extension PackedChildren {
    /// Returns the value at a place below the children that are a row's bytes; `nil` if it is empty.
    ///
    /// Only that value is copied and checked. The keys on the way to it are read, other values skipped.
    ///
    /// - Parameter keys: one key or more.
    package static func value(
        at keys: ArraySlice<TreeKey>, in bytes: UnsafeRawBufferPointer
    ) throws -> TreeValue? {
        var (content, rest) = (0..<bytes.count, keys)
        while let key = rest.popFirst() {
            let position = try position(of: key, in: content, of: bytes)
            if rest.isEmpty, !position.child.isEmpty {
                let child = UnsafeRawBufferPointer(rebasing: bytes[position.child])
                guard let single = PackedChildren(checking: child) else { throw Malformed() }
                return single[key]
            }
            guard let children = position.children else { return nil }
            content = children
        }
        return nil
    }

    /// The position of a child, of the count of its children, and of these.
    private typealias Position = (child: Range<Int>, count: Range<Int>, children: Range<Int>?)

    private static func position(
        of key: TreeKey, in content: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) throws -> Position {
        var text = key.text
        let found = text.withUTF8 {
            position(of: UnsafeRawBufferPointer($0), in: content, of: bytes)
        }
        guard let found else { throw Malformed() }
        return found
    }

    /// Returns `nil` if the bytes are malformed.
    private static func position(
        of key: UnsafeRawBufferPointer, in content: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) -> Position? {
        var reader = PackedReader(bytes, content)
        while !reader.isAtEnd {
            let start = reader.offset
            let found = UnsafeRawBufferPointer(rebasing: bytes[reader.key()])
            let tag = reader.offset
            let value = reader.value()
            if reader.failed { return nil }
            if areEqual(found, key) {
                let child = start..<reader.offset
                guard case .children(let children) = value else { return (child, tag..<tag, nil) }
                return children.isEmpty ? nil : (child, tag + 1..<children.lowerBound, children)
            }
            if isAscending(key, found) { return (start..<start, start..<start, nil) }
        }
        let end = content.upperBound
        return (end..<end, end..<end, nil)
    }

    private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        guard a.count == b.count, let x = a.baseAddress, let y = b.baseAddress else { return false }
        return memcmp(x, y, a.count) == 0
    }
}
