/// A text of a schema or of the code for it: a key, a name, a type. It is a number, which a `NameTable`
/// knows the text of, so that nodes are small and comparing costs nothing.
public struct Name: Hashable, Sendable {
    fileprivate let index: Int32

    /// The position of the name in its table, from 0.
    public var position: Int { Int(index) }

    /// The name of nothing, that no table has.
    static let none = Name(index: -1)
}

/// The texts of a schema, each kept once.
///
/// Texts are told apart by their bytes, as the keys of a database are. `String` would take `é` and `e`
/// with an accent for one.
public struct NameTable: Sendable {
    /// The texts by position.
    public private(set) var texts: [String] = []

    /// By position, whether a text is nothing but letters, digits and underscores of ASCII.
    private var arePlain: [Bool] = []

    /// Positions by hash; open addressing, with -1 for a free place.
    private var slots = [Int32](repeating: -1, count: 1 << 10)

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
    public func isPlain(_ name: Name) -> Bool { arePlain[Int(name.index)] }

    /// The name of a text that has one.
    public func known(_ text: String) -> Name? {
        var text = text
        return text.withUTF8 { slot(of: $0).found }
    }

    /// The name of a text.
    mutating func name(of text: String) -> Name {
        var text = text
        let (slot, found) = text.withUTF8 { self.slot(of: $0) }
        return found ?? add(text, isPlain: text.withUTF8(Self.isPlain), at: slot)
    }

    /// The name of a text in UTF-8.
    mutating func name(of utf8: UnsafeBufferPointer<UInt8>) -> Name {
        let (slot, found) = slot(of: utf8)
        return found
            ?? add(String(decoding: utf8, as: UTF8.self), isPlain: Self.isPlain(utf8), at: slot)
    }

    private mutating func add(_ text: String, isPlain: Bool, at slot: Int) -> Name {
        let name = Name(index: Int32(texts.count))
        texts.append(text)
        arePlain.append(isPlain)
        slots[slot] = name.index
        if texts.count > slots.count / 2 {
            grow()
        }
        return name
    }

    /// Where a text is, or would be.
    private func slot(of utf8: UnsafeBufferPointer<UInt8>) -> (slot: Int, found: Name?) {
        let mask = slots.count - 1
        var slot = Self.hash(utf8) & mask
        while slots[slot] >= 0 {
            if Self.equal(texts[Int(slots[slot])], utf8) {
                return (slot, Name(index: slots[slot]))
            }
            slot = (slot + 1) & mask
        }
        return (slot, nil)
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 4)
        let mask = slots.count - 1
        for index in texts.indices {
            var text = texts[index]
            var slot = text.withUTF8(Self.hash) & mask
            while slots[slot] >= 0 {
                slot = (slot + 1) & mask
            }
            slots[slot] = Int32(index)
        }
    }

    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case "a"..."z", "A"..."Z", "0"..."9", "_": true
            default: false
            }
        }
    }

    private static func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
        return hasher.finalize()
    }

    private static func equal(_ text: String, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.utf8.count == utf8.count else { return false }
        var text = text
        return text.withUTF8 { other in
            utf8.indices.allSatisfy { other[$0] == utf8[$0] }
        }
    }
}
