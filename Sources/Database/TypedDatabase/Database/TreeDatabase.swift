import TypedPaths

/// A database that is read, written and observed at typed paths.
///
/// ```swift
/// let database = TreeDatabase(MemoryEngine())
/// let room = Path().chatroom("firechat")
///
/// try await database.set("Fire Chat", at: room.name)     // 1 instead of "…" doesn't compile
/// let name = try await database.value(at: room.name)     // String?
/// ```
///
/// The engine holds the data: in memory, in a file, on a server. Everything else is the same for
/// all engines. Copies share the engine.
///
/// Values are encoded and decoded in the caller's isolation, so that models of an app that is
/// isolated to the main actor work without further code.
///
/// Values that exceed ``TreeLimits`` are refused before anything is written, with a
/// ``TreeDatabaseError`` that names the place.
public struct TreeDatabase: Sendable {
    let engine: any DatabaseEngine
    let encoder: TreeEncoder
    let decoder: TreeDecoder

    /// The engine's queue.
    let transactions: TransactionQueue
    let pushIDs = PushIDs()

    /// Makes a database whose data is in an engine.
    ///
    /// - Parameters:
    ///   - engine: the engine that holds the data.
    ///   - coding: the representation of dates and bytes, which trees have no values for.
    public init(_ engine: some DatabaseEngine, coding: TreeCoding = TreeCoding()) {
        self.engine = engine
        encoder = TreeEncoder(coding, engine)
        decoder = TreeDecoder(coding, engine)
        transactions = engine.transactions
    }

    /// The current state of the engine's connection to its data, then each later state.
    ///
    /// ```swift
    /// for await state in database.connection {
    ///     notice = state.reason.map { "Offline: \($0.message)" }
    /// }
    /// ```
    ///
    /// An engine on this machine is always connected. Observers wait silently while a server can't
    /// be reached; this sequence has the reason.
    public var connection: AsyncStream<ConnectionState> {
        engine.connection
    }
}

extension TreeDatabase {
    /// Returns a key for a new element, which sorts after all keys made before.
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
    /// For engines' own tests and tools, not for apps.
    public init(_ path: some PathProtocol) {
        self.init(path.keys.map { TreeKey($0) })
    }
}

extension PathProtocol {
    /// The place. Throws if ``TreeLimits`` don't allow it.
    var place: TreePlace {
        get throws {
            let place = TreePlace(self)
            try TreeLimits.check(place)
            return place
        }
    }

    /// Makes the path of a place, of the type that the context asks for.
    ///
    /// - Parameter place: any place but the root.
    init(_ place: TreePlace) {
        let parent = place.keys.dropLast().reduce(Path<Root>()) { Path.append($0, $1.text) }
        self = Path.append(parent, place.keys[place.depth - 1].text)
    }
}
