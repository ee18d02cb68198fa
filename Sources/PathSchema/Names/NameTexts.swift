/// The texts of a `NameTable` while it lends them out: in memory that holds still.
public struct NameTexts {
    @usableFromInline let utf8: UnsafeBufferPointer<UInt8>
    /// Where each text begins, and where the last one ends.
    @usableFromInline let starts: UnsafeBufferPointer<Int>

    /// The text of a name, in UTF-8.
    @inlinable public subscript(name: Name) -> UnsafeBufferPointer<UInt8> {
        precondition(0 <= name.position && name.position < starts.count - 1)
        let start = starts[name.position]
        return UnsafeBufferPointer(
            rebasing: utf8[start..<starts[name.position + 1]])
    }
}
