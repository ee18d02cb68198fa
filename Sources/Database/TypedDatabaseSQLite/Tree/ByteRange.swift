/// A half-open range of paths in the tree, or of positions in an index.
struct ByteRange: Hashable {
    var lower: [UInt8]
    var upper: [UInt8]

    /// The ends, as parameters of a statement.
    var parameters: [Statement.Parameter] { [.bytes(lower), .bytes(upper)] }

    func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.precedes(lower) && bytes.precedes(upper)
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { contains($0) }
    }

    /// Returns the end of all paths or positions with a prefix.
    static func end(of prefix: [UInt8]) -> [UInt8] {
        prefix + [PathBytes.afterKeys]
    }
}
