import Foundation

/// A key in a database: the name of a child.
///
/// Keys are compared by their bytes, and ordered as Firebase orders them: those that are 32-bit
/// integers first, by value and then by length (`"-1"`, `"0"`, `"00"`, `"7"`, `"10"`), then the
/// others by UTF-16 code units.
///
/// A key can have any text. ``TreeLimits`` says which keys a database allows.
public struct TreeKey: Sendable {
    /// The key's text.
    public let text: String

    /// The value of a text that Firebase takes for a 32-bit integer; `nil` for other texts.
    public let integer: Int32?

    /// Makes a key without checking it.
    public init(_ text: String) {
        self.text = text
        integer = Self.integer(of: text)
    }

    /// Makes a key whose integer is known.
    package init(_ text: String, integer: Int32?) {
        self.text = text
        self.integer = integer
    }

    /// The accepted texts have an optional `-`, then any number of zeros, then at most ten digits.
    private static func integer(of text: String) -> Int32? {
        var isFirst = true
        for byte in text.utf8 {
            guard 0x30...0x39 ~= byte || isFirst && byte == UInt8(ascii: "-") else { return nil }
            isFirst = false
        }
        return Int32(text)
    }
}

extension TreeKey: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Makes a key from a literal, without checking it.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    public var description: String { text }
}

extension TreeKey: Hashable, Comparable {
    public static func == (a: TreeKey, b: TreeKey) -> Bool {
        UTF16Order.areEqual(a.text, b.text)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    public static func < (a: TreeKey, b: TreeKey) -> Bool {
        switch (a.integer, b.integer) {
        case (let x?, let y?):
            if x != y { return x < y }
            let (m, n) = (a.text.utf8.count, b.text.utf8.count)
            // Of equal length and value are only "-0" and "00".
            return m == n ? UTF16Order.difference(a.text, b.text) < 0 : m < n
        case (_?, nil): return true
        case (nil, _?): return false
        case (nil, nil): return UTF16Order.difference(a.text, b.text) < 0
        }
    }
}

// MARK: - The bytes of texts

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

extension String {
    /// Makes the text of UTF-8 bytes; `nil` if they aren't valid.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid bytes have been repaired, so that the text's bytes differ.
        let isSame = withUTF8 { text in
            guard text.count == bytes.count else { return false }
            guard let a = text.baseAddress, let b = bytes.baseAddress else { return true }
            return memcmp(a, b, text.count) == 0
        }
        if !isSame { return nil }
    }
}

/// A hash that stays the same in later launches and versions, against accidents only: 64-bit FNV-1a.
package enum FNV1a {
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
