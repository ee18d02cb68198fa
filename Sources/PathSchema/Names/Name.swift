/// A text of a schema or of the code for it: a key, a name, a type. It is a number, which a `NameTable`
/// knows the text of, so that nodes are small and comparing costs nothing.
public struct Name: Hashable, Sendable {
    @usableFromInline let index: Int32

    @usableFromInline init(position: Int) {
        index = Int32(position)
    }

    /// The position of the name in its table, from 0.
    @inlinable public var position: Int { Int(index) }

    /// The name of nothing, that no table has.
    static let none = Name(position: -1)

    /// The name, unless it is that of nothing.
    @inlinable var ifAny: Name? { index == -1 ? nil : self }

    /// Stands for a name that nobody has looked for yet.
    static let unknown = Name(position: -2)
}
