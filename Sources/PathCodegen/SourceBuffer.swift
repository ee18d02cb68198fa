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

    /// Writes up to ten fragments. Literals among them are copied by a few instructions, since their
    /// lengths are known when this is compiled; that, and no array to make, is why this is no variadic
    /// parameter.
    @inline(__always)
    mutating func write(
        _ a: Fragment, _ b: Fragment = "", _ c: Fragment = "", _ d: Fragment = "",
        _ e: Fragment = "", _ f: Fragment = "", _ g: Fragment = "", _ h: Fragment = "",
        _ i: Fragment = "", _ j: Fragment = ""
    ) {
        let first = a.count + b.count + c.count + d.count + e.count
        let length = first + f.count + g.count + h.count + i.count + j.count
        var end = end(for: length)
        end = a.copy(to: end)
        end = b.copy(to: end)
        end = c.copy(to: end)
        end = d.copy(to: end)
        end = e.copy(to: end)
        end = f.copy(to: end)
        end = g.copy(to: end)
        end = h.copy(to: end)
        end = i.copy(to: end)
        _ = j.copy(to: end)
        count += length
    }

    /// Writes texts that are no fragments. Literals alone are.
    @_disfavoredOverload
    mutating func write(_ texts: String...) {
        for var text in texts {
            text.withUTF8 { write(Fragment($0)) }
        }
    }

    /// Where the next bytes go, which there is room for.
    @inline(__always)
    private mutating func end(for length: Int) -> UnsafeMutableRawPointer {
        if count + length > bytes.count {
            grow(to: count + length)
        }
        return UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped) + count
    }

    @inline(never)
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
        try sink(UnsafeBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[..<count])))
        count = 0
    }
}

// MARK: - Lines

extension SourceBuffer {
    /// The columns that `swift format` fills, by the configuration of this package.
    static let lineLength = 100

    /// Whether the lines written from an offset on are short enough. `swift format` counts characters.
    func fits(from offset: Int) -> Bool {
        count - offset <= Self.lineLength || areShort(linesFrom: offset)
    }

    private func areShort(linesFrom offset: Int) -> Bool {
        bytes[offset..<count].split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            line.count <= Self.lineLength
                || String(decoding: line, as: UTF8.self).count <= Self.lineLength
        }
    }

    /// Takes back what was written from an offset on.
    mutating func removeAll(from offset: Int) {
        count = offset
    }
}
