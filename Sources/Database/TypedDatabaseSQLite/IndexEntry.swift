import TypedDatabase

/// An element's entry in an index.
struct IndexEntry: Hashable {
    /// The path of the collection.
    let collection: [UInt8]

    /// The element's position: the value that orders it, and its key.
    let position: [UInt8]

    /// The entry, as parameters of a statement.
    var parameters: [Statement.Parameter] { [.bytes(collection), .bytes(position)] }
}

extension IndexEntry {
    init(_ key: TreeKey, _ order: OrderBytes, in collection: TreePlace) {
        self.init(
            collection: PathBytes(collection).bytes,
            position: order.bytes + PathBytes([key]).bytes)
    }
}

/// A value's bytes, which sort as values do. No value's bytes are a prefix of another's.
///
/// | value | bytes |
/// |---|---|
/// | nothing, `false`, `true` | `01`, `02`, `03` |
/// | a number | `04`, the nearest double big-endian so that it sorts, two bytes for what is rounded off |
/// | a string | `05`, UTF-8 as in ``PathBytes``, but with `00` as `01 01` and `01` as `01 02`, then `00` |
/// | children | `06` |
struct OrderBytes: Hashable {
    private(set) var bytes: [UInt8]

    private enum Tag {
        static let nothing: UInt8 = 1
        static let `false`: UInt8 = 2
        static let `true`: UInt8 = 3
        static let number: UInt8 = 4
        static let string: UInt8 = 5
        static let children: UInt8 = 6
    }

    /// The number of bytes of a number.
    private static let numberCount = 11

    static let nothing = OrderBytes(bytes: [Tag.nothing])
    static let children = OrderBytes(bytes: [Tag.children])

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ value: TreeValue?) {
        switch value {
        case nil: self = .nothing
        case .bool(let bool)?: self.init(bytes: [bool ? Tag.true : Tag.false])
        case .integer(let integer)?: self.init(integer)
        case .double(let double)?: self.init(double)
        case .string(let text)?: self.init(text)
        case .children?: self = .children
        }
    }

    /// Several large integers share their nearest double; the difference to it tells them apart.
    private init(_ integer: Int64) {
        let nearest = Double(integer)
        // The double nearest to the largest integers exceeds all of them by one or more.
        let difference = Int64(exactly: nearest).map { integer - $0 } ?? integer - .max - 1
        self.init(nearest, UInt16(bitPattern: Int16(difference)) ^ 0x8000)
    }

    /// A double that isn't an integer lies beyond all integers whose nearest double it is.
    private init(_ double: Double) {
        if let integer = Int64(exactly: double) {
            self.init(integer)
        } else {
            self.init(double, .max)
        }
    }

    private init(_ nearest: Double, _ difference: UInt16) {
        let pattern = nearest.bitPattern
        let isNegative = pattern >> 63 == 1
        bytes = [Tag.number]
        bytes.append(bigEndian: isNegative ? ~pattern : pattern | 1 << 63)
        bytes.append(bigEndian: difference)
    }

    private init(_ text: String) {
        bytes = [Tag.string]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case 0, 1: bytes += [1, byte + 1]
            case 0xEE, 0xEF: bytes.append(byte + 10)
            default: bytes.append(byte)
            }
        }
        bytes.append(0)
    }
}

extension OrderBytes {
    /// Returns the number of a position's leading bytes that are the value's: the key's bytes
    /// follow.
    static func count(in position: [UInt8]) throws -> Int {
        switch position.first {
        case Tag.nothing, Tag.false, Tag.true, Tag.children: return 1
        case Tag.number: return numberCount
        case Tag.string: if let end = position.firstIndex(of: 0) { return end + 1 }
        default: break
        }
        throw SQLiteFailure.damage("a position in an index has no value's bytes")
    }
}

// Ranges of positions. A position is ``OrderBytes``, then the bytes of a key.
extension ByteRange {
    /// Makes the range that a selection's bounds enclose, in an order by value; `nil` if a bound has
    /// a key only.
    init?(positionsIn selection: TreeSelection) {
        self.init(lower: [], upper: [0xFF])
        if let bound = selection.lower {
            guard let start = Self.start(of: bound.position) else { return nil }
            lower = bound.isInclusive ? start : Self.end(of: start)
        }
        if let bound = selection.upper {
            guard let start = Self.start(of: bound.position) else { return nil }
            upper = bound.isInclusive ? Self.end(of: start) : start
        }
    }

    /// Returns the common prefix of all positions at a bound.
    private static func start(of position: TreePosition) -> [UInt8]? {
        guard case .value(let value, let key) = position else { return nil }
        return OrderBytes(value).bytes + (key.map { PathBytes([$0]).bytes } ?? [])
    }
}
