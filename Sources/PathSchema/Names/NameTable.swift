/// The texts of a schema, each kept once.
///
/// Texts are told apart by their bytes, as the keys of a database are. `String` would take `é` and `e`
/// with an accent for one. They lie in one piece of memory: as strings, most of which need some of their
/// own, they would take longer to make than the code that they end up in.
public struct NameTable: Sendable {
    /// The texts in UTF-8, one behind the other, in the order of their names.
    private var utf8: [UInt8] = []

    /// Where each text begins, and where the next one will.
    private var starts = [0]

    private var forms: [Form] = []

    /// What is known of a text at a glance.
    private enum Form: UInt8 {
        /// Letters and digits of ASCII, the first of them a lowercase letter.
        case camelCase
        /// Letters, digits and underscores of ASCII.
        case plain
        case other
    }

    private var index = HashIndex()
    private let seed = UInt64.random(in: .min ... .max)

    init() {}

    /// Makes room for the texts of an input. What is too much is memory that is never touched.
    mutating func reserveCapacity(forInputOf byteCount: Int) {
        utf8.reserveCapacity(byteCount)
        starts.reserveCapacity(byteCount / 12)
        forms.reserveCapacity(byteCount / 12)
        index.reserveCapacity(byteCount / 40)
    }

    /// Gives the table away, and leaves an empty one: a table that two hold would be copied before it
    /// gains a name.
    mutating func take() -> NameTable {
        var taken = NameTable()
        swap(&taken, &self)
        return taken
    }
}

// MARK: - Texts

extension NameTable {
    /// How many names there are.
    public var count: Int { forms.count }

    public subscript(name: Name) -> String {
        String(decoding: utf8[range(of: name)], as: UTF8.self)
    }

    /// How long a text is, in bytes of UTF-8.
    func byteCount(of name: Name) -> Int { range(of: name).count }

    /// The first byte of a text that isn't empty.
    func firstByte(of name: Name) -> UInt8? { utf8[range(of: name)].first }

    /// Whether a name's text is this one.
    func isText(_ text: String, of name: Name) -> Bool {
        utf8[range(of: name)].elementsEqual(text.utf8)
    }

    /// Whether a text is nothing but letters, digits and underscores of ASCII, as nearly all are.
    public func isPlain(_ name: Name) -> Bool { forms[name.position] != .other }

    /// Whether a text is in lowerCamelCase, with nothing but letters and digits of ASCII.
    public func isCamelCase(_ name: Name) -> Bool { forms[name.position] == .camelCase }

    private func range(of name: Name) -> Range<Int> {
        starts[name.position]..<starts[name.position + 1]
    }

    /// Lends out the text of a name, in UTF-8.
    func withUTF8<Result>(of name: Name, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(of: name)])) }
    }

    /// Lends out all texts, for as long as `body` runs.
    public func withTexts<Result, Failure: Error>(
        _ body: (NameTexts) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try utf8.withUnsafeBufferPointer { utf8 throws(Failure) in
            try starts.withUnsafeBufferPointer { starts throws(Failure) in
                try body(NameTexts(utf8: utf8, starts: starts))
            }
        }
    }
}

// MARK: - Names

extension NameTable {
    /// The name of a text that has one.
    public func known(_ text: String) -> Name? {
        var text = text
        return text.withUTF8 { utf8 in known(utf8, hash: hash(utf8)) }
    }

    /// The name of a text.
    mutating func name(of text: String) -> Name {
        var text = text
        return text.withUTF8 { name(of: $0) }
    }

    /// The name of a text in UTF-8.
    mutating func name(of text: UnsafeBufferPointer<UInt8>) -> Name {
        let hash = hash(text)
        if let name = known(text, hash: hash) { return name }
        let name = Name(position: count)
        index.append(hash)
        utf8.append(contentsOf: text)
        starts.append(utf8.count)
        forms.append(Self.form(of: text))
        return name
    }

    private func known(_ text: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Name? {
        index.position(of: hash) { isText(text, ofNameAt: $0) }.map { Name(position: $0) }
    }

    private func isText(_ text: UnsafeBufferPointer<UInt8>, ofNameAt position: Int) -> Bool {
        let range = starts[position]..<starts[position + 1]
        guard range.count == text.count else { return false }
        return utf8.withUnsafeBufferPointer { utf8 in
            EightBytes.areEqual(UnsafeBufferPointer(rebasing: utf8[range]), text)
        }
    }

    private static func form(of text: UnsafeBufferPointer<UInt8>) -> Form {
        guard let first = text.first else { return .other }
        var characters = EightBytes.Characters()
        EightBytes.forEach(of: text) { characters.formUnion($0.characters) }
        if characters.contains(.other) { return .other }
        let isCamelCase = first.isASCIILowercase && !characters.contains(.underscore)
        return isCamelCase ? .camelCase : .plain
    }

    /// A hash of eight bytes at a time: many times as fast as `Hasher` for texts as short as names. The
    /// seed is another in every run, so that no schema can be made of many texts that collide.
    private func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash = seed ^ UInt64(text.count)
        EightBytes.forEach(of: text) { hash = Self.mix(hash ^ $0.bits) }
        return UInt32(truncatingIfNeeded: hash)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

// MARK: - Names made of others

extension NameTable {
    /// The name of some bytes of another's text.
    mutating func name(ofBytes bytes: Range<Int>, of name: Name) -> Name {
        make(bytes.count, from: name) { text, other in
            _ = text.initialize(from: other[bytes])
        }
    }

    /// The name of another's text with a capital.
    mutating func name(capitalizing name: Name) -> Name {
        make(byteCount(of: name), from: name) { text, other in
            _ = text.initialize(from: other)
            text[0] = text[0].capitalized
        }
    }

    /// The name of another's text with another ending.
    mutating func name(of name: Name, droppingLast drop: Int, appending ending: String) -> Name {
        let kept = byteCount(of: name) - drop
        return make(kept + ending.utf8.count, from: name) { text, other in
            _ = text.initialize(from: other[..<kept])
            _ = text[kept...].initialize(from: ending.utf8)
        }
    }

    /// The name of a text of so many bytes that is made from another's.
    private mutating func make(
        _ byteCount: Int, from name: Name,
        _ write: (UnsafeMutableBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void
    ) -> Name {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { text in
            withUTF8(of: name) { write(text, $0) }
            return self.name(of: UnsafeBufferPointer(text))
        }
    }
}
