#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
