/// A piece of code in UTF-8 that lies somewhere else, and stays there while code is written: in a
/// literal of this program, among the texts of a schema, or in a `FragmentStore`.
struct Fragment: ExpressibleByStringLiteral {
    fileprivate let start: UnsafeRawPointer
    let count: Int

    init(stringLiteral text: StaticString) {
        start = UnsafeRawPointer(text.utf8Start)
        count = text.utf8CodeUnitCount
    }

    /// - Parameter text: UTF-8 that outlives the fragment.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        let nothing: StaticString = ""
        start = UnsafeRawPointer(text.baseAddress ?? nothing.utf8Start)
        count = text.count
    }

    var isEmpty: Bool { count == 0 }

    /// Copies the fragment to a place that has room for it. Returns where it ends.
    @inline(__always)
    func copy(to place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        place.copyMemory(from: start, byteCount: count)
        return place + count
    }
}

/// Holds the texts that are made while code is written, for as long as that takes.
struct FragmentStore: ~Copyable {
    private var chunks: [UnsafeMutableBufferPointer<UInt8>] = []
    /// How much of the last chunk is taken.
    private var used = 0

    private static let chunkSize = 1 << 14

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    mutating func add(_ text: String) -> Fragment {
        let count = text.utf8.count
        if chunks.last.map({ $0.count - used < count }) ?? true {
            chunks.append(.allocate(capacity: max(count, Self.chunkSize)))
            used = 0
        }
        guard let chunk = chunks.last else { return "" }
        let place = UnsafeMutableBufferPointer(rebasing: chunk[used..<used + count])
        _ = place.initialize(from: text.utf8)
        used += count
        return Fragment(UnsafeBufferPointer(place))
    }
}
