/// The text of a rendering, while it is written.
///
/// It takes text in pieces, and hands it on in chunks: a million nodes make 150 MB of code, which nobody
/// needs to hold at once. It owns plain memory rather than an array, which would be asked before each
/// piece whether somebody else sees it.
struct SourceBuffer: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * chunkSize)

    /// How many bytes there are.
    private(set) var count = 0

    private static let chunkSize = 1 << 15

    deinit {
        bytes.deallocate()
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
            let end = count + utf8.count
            if end > bytes.count {
                grow(to: end)
            }
            UnsafeMutableRawBufferPointer(bytes[count..<end].rebased)
                .copyMemory(from: UnsafeRawBufferPointer(utf8))
            count = end
        }
    }

    private mutating func grow(to minimum: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: max(minimum, 2 * bytes.count))
        _ = larger.initialize(from: bytes[..<count])
        bytes.deallocate()
        bytes = larger
    }
}

extension SourceBuffer {
    /// Hands on what there is, if that is a chunk.
    mutating func flush<Failure: Error>(
        to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        if count >= Self.chunkSize {
            try finish(to: sink)
        }
    }

    /// Hands on what there is.
    mutating func finish<Failure: Error>(
        to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try sink(UnsafeBufferPointer(bytes[..<count].rebased))
        count = 0
    }
}

// MARK: - Lines

extension SourceBuffer {
    /// The columns that `swift format` fills, by the configuration of this package.
    static let lineLength = 100

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

extension Slice<UnsafeMutableBufferPointer<UInt8>> {
    fileprivate var rebased: UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(rebasing: self)
    }
}
