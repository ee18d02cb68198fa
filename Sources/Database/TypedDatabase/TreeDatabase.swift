import TypedPaths

// The module's map
// ----------------
//
// A call with a typed path goes down through these stages, and its result comes back up:
//
//     Path<Value>, Value                        an app's call: `Database`, `Queries`
//       │  path → TreePlace, checked against `TreeLimits`
//       │  value ↔ TreeValue                    `Coding`
//     TreeEdit, TreeSelection, TreeValue        `Values`, `Engine`
//       │  transactions wait for each other     `Database/TransactionQueue.swift`
//     DatabaseEngine                            memory here, files and servers in other modules
//
// Everything with a type is above the engine, and everything below is an untyped tree. So an engine is
// a few functions, all engines behave alike, and generic code, which is compiled for each of an app's
// types, stays thin. Coding happens in the caller's isolation, never in the engine's.
//
// Observing goes the other way. An engine only marks places that have changed (`WatchSource`);
// `WatchedSelection` reads the marked places and returns the differences to the state delivered last
// as `TreeUpdate`s; `ChildrenState` turns these into the changes of a query's children, which
// `Observation` offers as sequences and, for views, as observable objects. So a slow observer skips
// states, and costs bounded memory.
//
// `Wire` reads and writes JSON as Firebase has it, for all engines. `Checks` reads all data, and
// reports what doesn't fit a schema.

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
