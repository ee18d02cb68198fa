/// What is the same everywhere in one call of an encoder or a decoder.
final class CodingContext {
    let coding: TreeCoding

    /// Where in the database the value is, or is to be.
    let place: TreePlace

    init(_ coding: TreeCoding, _ place: TreePlace) {
        self.coding = coding
        self.place = place
    }

    /// The place, as errors have it.
    var codingPath: [any CodingKey] { place.codingPath }

    var userInfo: [CodingUserInfoKey: Any] { coding.userInfo }
}

/// A key of the database, as errors have it.
struct TreeCodingKey: CodingKey {
    let stringValue: String

    var intValue: Int? { Int(stringValue) }

    init(_ key: TreeKey) {
        stringValue = key.text
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
    }
}

extension TreePlace {
    /// The place, as errors have it.
    var codingPath: [any CodingKey] { keys.map(TreeCodingKey.init) }
}

extension TreeKey {
    init(_ key: some CodingKey) {
        self.init(key.stringValue)
    }

    /// The key of an array's element.
    init(index: Int) {
        text = String(index)
        integer = Int32(exactly: index)
    }

    /// Whether an array's element can have this key: `0`, `1`, …, but not `00` or `-1`.
    var isIndex: Bool {
        guard let integer, integer >= 0 else { return false }
        return integer == 0 ? text.utf8.count == 1 : text.utf8.first != UInt8(ascii: "0")
    }
}

/// The value as another type, if that is the type it has.
///
/// In generic code this takes a nanosecond, and `as?` fifty.
@inline(__always)
func identical<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    // Safe, since the two types are one.
    Value.self == type ? unsafeBitCast(value, to: type) : nil
}
