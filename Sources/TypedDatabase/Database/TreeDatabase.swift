import TypedPaths

/// Reads, writes and watches what is at typed paths.
///
/// ```swift
/// let database = TreeDatabase(MemoryEngine())
/// let room = Path().chatroom("firechat")
///
/// try await database.set("Fire Chat", at: room.name)     // 1 instead of "…" doesn't compile
/// let name = try await database.value(at: room.name)     // String?
/// ```
///
/// The engine says where the data is: in memory, in a file, on a server. Everything else is the same
/// for all of them. Copies talk to the same engine.
///
/// Values are encoded and decoded where the caller is isolated, so that models of an app that is
/// isolated to the main actor need nothing special.
///
/// What a database can't take (``TreeLimits``) is refused before anything is written, with a
/// ``TreeDatabaseError`` that says where it is.
public struct TreeDatabase: Sendable {
    let engine: any DatabaseEngine
    let encoder: TreeEncoder
    let decoder: TreeDecoder

    /// The engine's.
    let transactions: TransactionQueue
    let pushIDs = PushIDs()

    /// A database whose data is in an engine.
    ///
    /// - Parameters:
    ///   - engine: where the data is.
    ///   - coding: how dates and data are stored, which the tree has no values for.
    public init(_ engine: some DatabaseEngine, coding: TreeCoding = TreeCoding()) {
        self.engine = engine
        encoder = TreeEncoder(coding)
        decoder = TreeDecoder(coding)
        transactions = engine.transactions
    }

    /// Whether the engine can reach its data: now, and each time that changes.
    ///
    /// ```swift
    /// for await state in database.connection {
    ///     notice = state.reason.map { "Offline: \($0.message)" }
    /// }
    /// ```
    ///
    /// An engine on this machine is always connected. An observer waits silently while a server can't be
    /// reached, so this is the place to learn why.
    public var connection: AsyncStream<ConnectionState> {
        engine.connection
    }
}

extension TreeDatabase {
    /// A key for a new element, which sorts after all that were made before.
    ///
    /// ```swift
    /// let id = database.newKey(in: room.messages)
    /// ```
    ///
    /// Nothing is written. The key is a push ID, as Firebase's own libraries make them: 20 characters,
    /// of which the first eight are the time. Keys of one database value sort in the order in which
    /// they were made; those of different machines, as their clocks go.
    ///
    /// Traps if the collection's keys can't have such a text: `Int`, or an enum.
    public func newKey<Collection: CollectionPath>(in collection: Collection) -> Collection.Key {
        let key = pushIDs.next()
        guard let key = Collection.Key(key) else {
            fatalError("a new key is a text such as \(key), which no \(Collection.Key.self) has")
        }
        return key
    }
}

extension TreePlace {
    /// The place of a path, without its type.
    ///
    /// For an engine's own tests and tools: an app has no need of it.
    public init(_ path: some PathProtocol) {
        self.init(path.keys.map { TreeKey($0) })
    }
}

extension PathProtocol {
    /// The place, if a database can have it.
    var place: TreePlace {
        get throws {
            let place = TreePlace(self)
            try TreeLimits.check(place)
            return place
        }
    }

    /// The path with the type that the context asks for.
    ///
    /// - Parameter place: any but the root.
    init(_ place: TreePlace) {
        let parent = place.keys.dropLast().reduce(Path<Root>()) { Path.append($0, $1.text) }
        self = Path.append(parent, place.keys[place.depth - 1].text)
    }
}
