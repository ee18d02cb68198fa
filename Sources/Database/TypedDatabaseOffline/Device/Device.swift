import TypedDatabase

/// All that a device knows and has to send: a value whose transitions return effects.
///
/// It knows neither locks nor tasks, so that a simulation can step it.
struct Device: Sendable {
    var outbox = Outbox()
    var refused: [RefusedWrite] = [] { didSet { news.topics.insert(.refused) } }
    var catalog = Catalog()

    /// The observed queries.
    var queries: [Query: TrackedQuery] = [:]
    var queryPlaces = PlaceIndex<Query>()

    /// The cached values that may have the effect of the increment that is being sent, or not.
    var ambiguous: Set<Int> = []

    /// The reads that the remote is asked for.
    var reads: [Int: ActiveRead] = [:]

    /// The reads that the store is asked for.
    var cachedReads: [Int: ActiveRead] = [:]

    /// The observations that the app has asked for without an observer, and their numbers.
    var keeps: [Query: Int] = [:]

    /// The writes that the remote is asked to make without the outbox.
    var direct: [Overlay] = []

    /// Updates that wait for the answers to increments without the outbox, in order.
    var deferred: [DeferredUpdates] = []

    /// The remote's connection, by its answers and its own account.
    var remote = ConnectionState.connecting { didSet { news.topics.insert(.connection) } }

    /// The reason why the last attempt to send failed; `nil` once one has succeeded.
    var failure: TreeDatabaseError? { didSet { news.topics.insert(.connection) } }

    /// Whether the remote has answered since the last failure, so that an increment can be sent.
    var isReached = false
    var isProbing = false

    /// Whether sending pauses after a failure.
    var isPaused = false
    var failureCount = 0 { didSet { news.topics.insert(.connection) } }
    var pauseNumber = 0

    /// The increment that is sent although reads of its place are running.
    var gateOpenFor: Int?
    var gateTimer: Int?

    /// The errors of writes that the store hasn't taken.
    var unstored: [Int: any Error] = [:]

    /// The changes, other than pending writes, that the store hasn't taken yet, by number, with the
    /// refused write that comes back if it doesn't.
    var storing: [Int: RefusedWrite?] = [:]

    /// The edits that the store has to take before anything else is sent.
    var unsettled: [TreeEdit] = [] { didSet { noteSettling() } }

    /// The number of outcomes that the store hasn't taken yet.
    var settlingCount = 0 { didSet { noteSettling() } }

    private mutating func noteSettling() {
        outbox.isSettling = settlingCount > 0 || !unsettled.isEmpty
    }

    /// The maximum of approximate bytes in the cache.
    var cacheLimit = 100_000_000

    /// Whether the cache may have grown beyond its limit.
    var isEvictionDue = false

    /// The time in milliseconds since 1970.
    var now: Int64 = 0

    /// The changes that tasks may wait for.
    var news = News()

    private var lastNumber = 0
    private var effects: [Effect] = []

    /// Makes a device of the store's content. Increments that were being sent when the process died
    /// are refused, since nobody knows their outcome.
    init(_ stored: StoredState = StoredState(outbox: nil, refused: nil, queries: nil)) {
        refused = stored.refused
        catalog = stored.catalog
        store(StoreStep(edits: stored.repairs))
        for write in stored.refused { outbox.skip(to: write.id) }
        for write in stored.pending { outbox.append(write) }
        for write in stored.pending where write.state == .sent {
            refuse(
                write,
                TreeDatabaseError(
                    .outcomeUnknown, at: write.edits.first?.place,
                    "the process ended while it was being sent; it may have been made, or not"))
        }
        sendNext()
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns the changes since the last call.
    mutating func takeNews() -> News {
        news.places += outbox.changedPlaces
        if outbox.isChanged { news.topics.insert(.outbox) }
        outbox.changedPlaces = []
        outbox.isChanged = false
        defer { news = News() }
        return news
    }

    /// Adds an effect.
    mutating func emit(_ effect: Effect) {
        effects.append(effect)
    }

    mutating func store(_ step: StoreStep, then event: StoreEvent? = nil) {
        if step.isEmpty, event == nil { return }
        effects.append(.store(removingTooDeepValues(from: step), then: event))
    }

    /// Returns the effects of the transitions since the last call, in order.
    mutating func takeEffects() -> [Effect] {
        if isEvictionDue { evict() }
        defer { effects = [] }
        return effects
    }

    /// Returns the observed queries of places at, above and below those of some edits, in the order
    /// in which their observation began.
    func observed(_ edits: [TreeEdit]) -> [Query] {
        if queryPlaces.isEmpty { return [] }
        let found = edits.reduce(into: Set()) { $0.formUnion(queryPlaces.overlapping($1.place)) }
        return found.compactMap { queries[$0]?.id }.sorted { $0.number < $1.number }.map(\.query)
    }

    /// The observed queries, in the order in which their observation began.
    var allObserved: [TrackedQuery] { queries.values.sorted { $0.id.number < $1.id.number } }
}

/// Changes of a device that tasks may wait for.
struct News: Sendable {
    enum Topic: Hashable, Sendable {
        /// The store has taken a change, or not.
        case stored(Int)
        /// An answer of the remote.
        case answer(Int)
        case outbox, refused, connection
    }

    var topics: Set<Topic> = []

    /// The places of writes that were sent or answered.
    var places: [TreePlace] = []

    /// Whether everything has changed.
    var isEverything = false
}

/// A read that the remote or the store is asked for.
struct ActiveRead: Sendable {
    let query: Query

    /// The place that the store is asked for; `nil` if it is the remote.
    var stored: StoredValue?

    /// The writes since the read began that the server has made: the answer may lack them.
    var made: [Overlay] = []

    mutating func noteMade(_ writes: [Overlay]) {
        made += writes.filter { $0.overlaps(query.place) }
    }

    /// Whether an increment was sent meanwhile, which may be in the answer or not.
    var isAmbiguous = false
}

/// Updates of the remote's watch that may have the effect of an increment or not.
struct DeferredUpdates: Sendable {
    let id: TrackedQuery.ID
    let updates: [TreeUpdate]
}

// MARK: - Effects

/// Work that a device asks for, to be done outside of it.
enum Effect: Hashable, Sendable {
    /// Change the store, then report it. Changes and loads are made one after the other, in order.
    case store(StoreStep, then: StoreEvent? = nil)

    /// Read the cached value of a query from the store.
    case load(TrackedQuery.ID, StoredValue)

    /// Send writes to the remote.
    case send(Outbox.Sending)

    /// Make a small request, to find out whether the remote can be reached.
    case probe(TreePlace)

    /// Watch a query of the remote.
    case open(TrackedQuery.ID)

    /// End a watch of the remote.
    case close(TrackedQuery.ID)

    /// End the observers of a query.
    case fail(Query, TreeDatabaseError)

    /// Read from the remote, to compare a stream with it.
    case confirm(TrackedQuery.ID, upTo: Int, [Query])

    /// Report the end of a timer.
    case wait(Timer)

    /// Mark a place for the observers at, above and below it.
    case mark(TreePlace)
}

/// A change of the store that a device waits for.
enum StoreEvent: Hashable, Sendable {
    case stored(Int)
    case markedSent(Outbox.Sending)

    /// The store knows the outcome of the last attempt.
    case settled
}

/// A timer, by its purpose.
enum Timer: Hashable, Sendable {
    /// The pause after an attempt to send that has failed.
    case pause(number: Int, failureCount: Int)

    /// The wait for a write's effect in a stream.
    case confirmation(TrackedQuery.ID, number: Int, isSoon: Bool)

    /// The wait of an increment for reads and first values of its place.
    case gate(Int)

    /// The pause after a failed attempt to store an outcome.
    case settling
}

extension Device {
    /// Reacts to the end of a timer.
    mutating func passed(_ timer: Timer) {
        switch timer {
        case .pause(let number, _): if number == pauseNumber { resume() }
        case .confirmation(let id, let number, _): confirmationIsDue(id, number)
        case .gate(let id):
            gateOpenFor = id
            news.places += outbox[id]?.edits.map(\.place) ?? []
            sendNext()
        case .settling: settleAgain()
        }
    }
}

/// The place of a query's value in the store, or of one that contains it.
struct StoredValue: Hashable, Sendable {
    let place: TreePlace
    let selection: TreeSelection

    /// The number and the version of the cached value.
    let id: Int
    let version: Int
}

/// An atomic change of the store.
struct StoreStep: Hashable, Sendable {
    /// Writes that a stored value of a limited query takes in.
    struct Fold: Hashable, Sendable {
        let query: Query
        /// The place of the value in the store.
        let place: TreePlace
        let writes: [Overlay]
    }

    var edits: [TreeEdit] = []
    var folds: [Fold] = []

    var isEmpty: Bool { edits.isEmpty && folds.isEmpty }

    /// Returns the edits, those that the folds make included.
    ///
    /// - Parameter values: the stored values of the folds.
    func edits(with values: [TreeValue?]) -> [TreeEdit] {
        var all = edits
        for (fold, value) in zip(folds, values) {
            let new = Window(fold.query, server: value, fold.writes).value
            for update in TreeUpdate(.root, new).differences(from: value) {
                all.append(TreeEdit(fold.place.appending(update.place), setting: update.value))
            }
        }
        return all
    }
}

// MARK: - Answers

/// The outcome of an attempt to send writes.
enum Answer: Hashable, Sendable {
    /// The server has made the write.
    case made

    /// The server has refused the write, and would refuse it again.
    case refused(TreeDatabaseError)

    /// The write may have been made.
    case unknown(TreeDatabaseError)

    /// The write wasn't made, but may be later.
    case later(TreeDatabaseError)
}

extension Answer {
    /// Classifies an error: only a refusal that says so is final.
    init(_ error: any Error) {
        let error = TreeDatabaseError(passing: error)
        switch error.kind {
        case .permissionDenied, .invalidKey, .invalidValue, .tooLarge, .badRequest,
            .overlappingEdits, .unsupported:
            self = .refused(error)
        case .outcomeUnknown: self = .unknown(error)
        default: self = .later(error)
        }
    }
}

extension TreeDatabaseError {
    /// Passes a database's error on. Any other is the app's own, such as that of a token that it
    /// couldn't fetch, and becomes `unauthenticated`.
    init(passing error: any Error) {
        self = error as? TreeDatabaseError ?? TreeDatabaseError(.unauthenticated, "\(error)")
    }

    /// Whether a watch that ends with this error would end with it again.
    var endsWatches: Bool {
        switch kind {
        case .permissionDenied, .indexMissing, .tooLarge, .badRequest, .invalidQuery,
            .invalidKey, .unsupported:
            true
        default: false
        }
    }
}
