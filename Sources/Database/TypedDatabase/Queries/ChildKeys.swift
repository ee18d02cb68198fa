import TypedPaths

/// The keys of children, in the order of a query.
///
/// ```swift
/// let keys = try await database.keys(of: Path().users)    // of UserID
/// if let first = keys.first { … }
/// ```
public struct ChildKeys<Key: PathKey> {
    private var keys: [Key] = []

    /// The keys, in order, that aren't of the key type: the type can't represent them, or not
    /// losslessly.
    public private(set) var invalidKeys: [String] = []

    init(_ keys: [TreeKey]) {
        // A string has any text, and converting all of them at once is several times faster.
        if Key.self == String.self, let texts = identical(keys.map(\.text), as: [Key].self) {
            self.keys = texts
            return
        }
        for key in keys {
            if let typed = Key(key) {
                self.keys.append(typed)
            } else {
                invalidKeys.append(key.text)
            }
        }
    }
}

extension ChildKeys: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { keys.count }

    /// The key at an offset.
    public subscript(offset: Int) -> Key { keys[offset] }

    /// Gives the keys' memory, so that an array of them is made at once.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Key>) throws -> Result
    ) rethrows -> Result? {
        try keys.withContiguousStorageIfAvailable(body)
    }
}

extension ChildKeys: Sendable where Key: Sendable {}
extension ChildKeys: Equatable where Key: Equatable {}
