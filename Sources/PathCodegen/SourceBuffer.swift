/// The text of a generated file, while it is written.
///
/// It holds bytes, and lines are written to it in pieces: a million nodes make 150 MB of code, for which
/// a string of every line would cost more than all the rest.
struct SourceBuffer {
    private(set) var utf8: [UInt8] = []

    /// The columns that `swift format` fills, by the configuration of this package.
    static let lineLength = 100

    mutating func write(_ pieces: String...) {
        for piece in pieces {
            utf8.append(contentsOf: piece.utf8)
        }
    }

    /// Whether what was written from an offset on fits on lines. `swift format` counts characters.
    func fits(from offset: Int) -> Bool {
        if utf8.count - offset <= Self.lineLength { return true }
        return utf8[offset...].split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            line.count <= Self.lineLength
                || String(decoding: line, as: UTF8.self).count <= Self.lineLength
        }
    }

    /// Takes back what was written from an offset on.
    mutating func removeAll(from offset: Int) {
        utf8.removeSubrange(offset...)
    }
}
