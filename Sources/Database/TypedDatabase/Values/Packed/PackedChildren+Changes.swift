import Foundation

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
    /// Only that value is copied, and checked. What leads to it is read, the rest isn't.
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
