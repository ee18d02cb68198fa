extension PackedChildren {
    /// Returns the children with another value at a place below, as ``TreeValue`` sets it.
    ///
    /// The other children are copied as bytes.
    ///
    /// - Parameter keys: one key or more.
    /// - Returns: `nil` if no children are left.
    package func setting(_ value: TreeValue?, at keys: ArraySlice<TreeKey>) -> PackedChildren? {
        var writer = PackedWriter(limit: .max)
        writer.append(self, setting: value, at: keys)
        if writer.bytes.isEmpty { return nil }
        return PackedChildren(storage: writer.bytes, range: 0..<writer.bytes.count)
    }
}

extension PackedWriter {
    fileprivate mutating func append(
        _ children: PackedChildren, setting value: TreeValue?, at keys: ArraySlice<TreeKey>
    ) {
        guard let key = keys.first else { return }
        var text = key.text
        let (before, child, after) = text.withUTF8 { children.split(at: $0) }
        append(bytes: children.storage[before])
        switch child {
        case .children(let range)? where keys.count > 1:
            let child = PackedChildren(storage: children.storage, range: range)
            append(key) { $0.append(child, setting: value, at: keys.dropFirst()) }
        case let child?:
            // A scalar stays if nothing is set below it.
            if value == nil, keys.count > 1 {
                append(key, children.value(child))
            } else {
                append(key, value, at: keys.dropFirst())
            }
        case nil: append(key, value, at: keys.dropFirst())
        }
        append(bytes: children.storage[after])
    }

    private mutating func append(
        _ key: TreeKey, _ value: TreeValue?, at keys: ArraySlice<TreeKey>
    ) {
        var child: TreeValue? = nil
        child[TreePlace(Array(keys))] = value
        if let child { append(key, child) }
    }
}

extension PackedChildren {
    /// Returns the bytes before a key, its value, and the bytes after it.
    fileprivate func split(
        at key: UnsafeBufferPointer<UInt8>
    ) -> (before: Range<Int>, value: PackedReader.Value?, after: Range<Int>) {
        let key = UnsafeRawBufferPointer(key)
        return storage.withUnsafeBytes { bytes in
            var reader = PackedReader(bytes, range)
            while !reader.isAtEnd {
                let start = reader.offset
                let found = UnsafeRawBufferPointer(rebasing: bytes[reader.key()])
                let value = reader.value()
                let (before, after) = (range.lowerBound..<start, reader.offset..<range.upperBound)
                if found.elementsEqual(key) { return (before, value, after) }
                if Self.isAscending(key, found) {
                    return (before, nil, start..<range.upperBound)
                }
            }
            return (range, nil, range.upperBound..<range.upperBound)
        }
    }

    fileprivate func value(_ value: PackedReader.Value) -> TreeValue {
        storage.withUnsafeBytes { self.value(value, in: $0) }
    }
}
