import TypedPaths

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

    /// - Parameter count: the number of the value's bytes, which has to be as small as it can be.
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
