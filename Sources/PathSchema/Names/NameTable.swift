/// A text of a schema or of the code for it: a key, a name, a type. It is a number, which a `NameTable`
/// knows the text of, so that nodes are small and comparing costs nothing.
public struct Name: Hashable, Sendable {
    fileprivate let index: Int32

    /// The position of the name in its table, from 0.
    public var position: Int { Int(index) }

    /// The name of nothing, that no table has.
    static let none = Name(index: -1)

    /// Stands for a name that nobody has looked for yet.
    static let unknown = Name(index: -2)
}

/// The texts of a schema, each kept once.
///
/// Texts are told apart by their bytes, as the keys of a database are. `String` would take `é` and `e`
/// with an accent for one.
public struct NameTable: Sendable {
    /// The texts by position.
    public private(set) var texts: [String] = []

    private var forms: [Form] = []

    /// What is known of a text at a glance.
    private enum Form: UInt8 {
        /// Letters and digits of ASCII, the first of them a lowercase letter.
        case camelCase
        /// Letters, digits and underscores of ASCII.
        case plain
        case other
    }

    /// A place in the table: a text's hash, most of which the place itself doesn't tell, and its position.
    private struct Slot {
        var hash: UInt32 = 0
        var index: Int32 = -1

        var isFree: Bool { index < 0 }
    }

    /// Open addressing, at most half full.
    private var slots = [Slot](repeating: Slot(), count: 1 << 10)
    private let seed = UInt64.random(in: .min ... .max)

    init() {}

    /// Gives the table away, and leaves an empty one: a table that two hold would be copied before it
    /// gains a name.
    mutating func take() -> NameTable {
        var taken = NameTable()
        swap(&taken, &self)
        return taken
    }

    public subscript(name: Name) -> String { texts[Int(name.index)] }

    /// Whether a text is nothing but letters, digits and underscores of ASCII, as nearly all are.
    public func isPlain(_ name: Name) -> Bool { forms[Int(name.index)] != .other }

    /// Whether a text is in lowerCamelCase, with nothing but letters and digits of ASCII.
    public func isCamelCase(_ name: Name) -> Bool { forms[Int(name.index)] == .camelCase }

    /// The name of a text that has one.
    public func known(_ text: String) -> Name? {
        var text = text
        return text.withUTF8 { utf8 in
            let slot = slots[position(of: utf8, hash: hash(utf8))]
            return slot.isFree ? nil : Name(index: slot.index)
        }
    }

    /// The name of a text.
    mutating func name(of text: String) -> Name {
        var text = text
        return text.withUTF8 { name(of: $0) }
    }

    /// The name of a text in UTF-8.
    mutating func name(of utf8: UnsafeBufferPointer<UInt8>) -> Name {
        let hash = hash(utf8)
        let position = position(of: utf8, hash: hash)
        if !slots[position].isFree { return Name(index: slots[position].index) }
        let name = Name(index: Int32(texts.count))
        slots[position] = Slot(hash: hash, index: name.index)
        texts.append(String(decoding: utf8, as: UTF8.self))
        forms.append(Self.form(of: utf8))
        if texts.count > slots.count / 2 {
            grow()
        }
        return name
    }

    /// Where a text is in the table, or would be.
    private func position(of utf8: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
        let mask = slots.count - 1
        var position = Int(hash) & mask
        while !slots[position].isFree {
            let slot = slots[position]
            if slot.hash == hash, Self.equal(texts[Int(slot.index)], utf8) { break }
            position = (position + 1) & mask
        }
        return position
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where !slot.isFree {
            var position = Int(slot.hash) & mask
            while !slots[position].isFree {
                position = (position + 1) & mask
            }
            slots[position] = slot
        }
    }

    private static func form(of utf8: UnsafeBufferPointer<UInt8>) -> Form {
        guard let first = utf8.first else { return .other }
        var isCamelCase = first.isASCIILowercase
        for byte in utf8 where !byte.isASCIILowercase && !byte.isASCIIUppercase {
            switch byte {
            case "0"..."9": continue
            case "_": isCamelCase = false
            default: return .other
            }
        }
        return isCamelCase ? .camelCase : .plain
    }

    /// A hash of eight bytes at a time: many times as fast as `Hasher` for texts as short as names. The
    /// seed is another in every run, so that no schema can be made of texts that collide.
    private func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let bytes = UnsafeRawBufferPointer(utf8)
        var hash = seed ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = Self.mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return UInt32(truncatingIfNeeded: Self.mix(hash ^ rest))
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    private static func equal(_ text: String, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.utf8.count == utf8.count else { return false }
        var text = text
        return text.withUTF8 { other in
            utf8.indices.allSatisfy { other[$0] == utf8[$0] }
        }
    }
}
