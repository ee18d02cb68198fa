import Foundation

/// Firebase's order of texts: by UTF-16 code units, so that only identical bytes are equal.
///
/// Swift's own comparison takes texts for equal that differ only in how an accent is composed.
enum UTF16Order {
    static func areEqual(_ a: String, _ b: String) -> Bool {
        let fast = a.utf8.withContiguousStorageIfAvailable { a in
            b.utf8.withContiguousStorageIfAvailable { b in
                a.count == b.count && areEqual(a, b)
            }
        }
        return (fast ?? nil) ?? a.utf8.elementsEqual(b.utf8)
    }

    private static func areEqual(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let x = a.baseAddress, let y = b.baseAddress else { return true }
        return memcmp(x, y, a.count) == 0
    }

    /// Returns a negative number if `a` comes first, a positive one if `b` does, and 0 if they are
    /// equal.
    static func difference(_ a: String, _ b: String) -> Int {
        let fast = a.utf8.withContiguousStorageIfAvailable { a in
            b.utf8.withContiguousStorageIfAvailable {
                difference(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer($0))
            }
        }
        if let fast = fast ?? nil { return fast }
        return Array(a.utf8).withUnsafeBytes { a in
            Array(b.utf8).withUnsafeBytes { difference(a, $0) }
        }
    }

    static func difference(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let count = min(a.count, b.count)
        var index = 0
        while index < count, a[index] == b[index] { index += 1 }
        return index < count ? rank(a[index]) - rank(b[index]) : a.count - b.count
    }

    /// Returns the rank of a byte of UTF-8 among those at the same index.
    ///
    /// Bytes sort as code units do, except that U+E000 to U+FFFF (lead bytes EE and EF) come after
    /// the surrogates (lead bytes F0 to F4).
    private static func rank(_ byte: UInt8) -> Int {
        byte == 0xEE || byte == 0xEF ? Int(byte) + 10 : Int(byte)
    }
}
