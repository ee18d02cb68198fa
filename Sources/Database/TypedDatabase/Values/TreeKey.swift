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
