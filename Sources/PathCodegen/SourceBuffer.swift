/// The text of a generated file, while it is written.
///
/// It takes text in pieces, and hands it on in chunks: a million nodes make 150 MB of code, which nobody
/// needs to hold at once.
struct SourceBuffer {
    private var bytes = [UInt8](repeating: 0, count: 2 * chunkSize)

    /// How many bytes there are.
    private(set) var count = 0

    private static let chunkSize = 1 << 15

    /// The columns that `swift format` fills, by the configuration of this package.
    static let lineLength = 100

    /// Hands on what there is, if that is a chunk.
    mutating func flush<Failure: Error>(
        to sink: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        if count >= Self.chunkSize {
            try finish(to: sink)
        }
    }

    /// Hands on what there is.
    mutating func finish<Failure: Error>(
        to sink: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try sink(bytes[..<count])
        count = 0
    }

    /// Writes up to ten pieces. They are no variadic parameter, since its array would take longer to
    /// make than the pieces to write.
    @inline(__always)
    mutating func write(
        _ a: String, _ b: String = "", _ c: String = "", _ d: String = "", _ e: String = "",
        _ f: String = "", _ g: String = "", _ h: String = "", _ i: String = "", _ j: String = ""
    ) {
        append(a)
        append(b)
        append(c)
        append(d)
        append(e)
        append(f)
        append(g)
        append(h)
        append(i)
        append(j)
    }

    @inline(__always)
    private mutating func append(_ piece: String) {
        var piece = piece
        piece.withUTF8 { utf8 in
            if count + utf8.count > bytes.count {
                grow(by: utf8.count)
            }
            bytes.withUnsafeMutableBytes { buffer in
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(
                    from: UnsafeRawBufferPointer(utf8))
            }
            count += utf8.count
        }
    }

    @inline(never)
    private mutating func grow(by minimum: Int) {
        bytes += repeatElement(0, count: max(minimum, bytes.count))
    }
}

extension SourceBuffer {
    /// Whether the lines written from an offset on are short enough. `swift format` counts characters.
    func fits(from offset: Int) -> Bool {
        if count - offset <= Self.lineLength { return true }
        return bytes[offset..<count].split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            line.count <= Self.lineLength
                || String(decoding: line, as: UTF8.self).count <= Self.lineLength
        }
    }

    /// Takes back what was written from an offset on.
    mutating func removeAll(from offset: Int) {
        count = offset
    }
}
