/// A database's key, for the `codingPath` of errors.
struct TreeCodingKey: CodingKey {
    let stringValue: String

    /// Whether the key is that of an element of a dictionary or an array.
    private(set) var isElement = false

    var intValue: Int? { Int(stringValue) }

    init(_ key: TreeKey) {
        stringValue = key.text
    }

    init(_ key: TreeKey, isElement: Bool) {
        stringValue = key.text
        self.isElement = isElement
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
    }
}

extension TreePlace {
    /// The place as the `codingPath` of errors.
    var codingPath: [any CodingKey] { keys.map(TreeCodingKey.init) }
}

extension TreeKey {
    init(_ key: some CodingKey) {
        self.init(key.stringValue)
    }

    /// Makes the key of an array's element.
    init(index: Int) {
        text = String(index)
        integer = Int32(exactly: index)
    }

    /// Whether this can be the key of an array's element: `0`, `1`, …, but not `00` or `-1`.
    var isIndex: Bool {
        guard let integer, integer >= 0 else { return false }
        return integer == 0 ? text.utf8.count == 1 : text.utf8.first != UInt8(ascii: "0")
    }
}
