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
