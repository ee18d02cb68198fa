/// A queue in which one engine's transactions wait for each other, and writes for transactions.
///
/// Transactions of overlapping places (one contains the other, or they are equal) are run one after
/// the other, in the order of their arrival. A plain write waits for the transactions at its
/// places, and they wait for it. So transactions and writes of one engine never make each other
/// fail.
///
/// An engine has one:
///
/// ```swift
/// public let transactions = TransactionQueue()
/// ```
public final class TransactionQueue: Sendable {
    /// The places that one transaction can have.
    public enum Reach: Hashable, Sendable {
        /// The one place that is read is also the one that is set.
        case onePlace

        /// Any number of places can be read, and any number written.
        case severalPlaces
    }

    /// The places that one transaction can have.
    package let reach: Reach
    let maximumTries: Int

    private struct State {
        var order = PlaceOrder()
        var waiters: [Int: Locked<State>.Waiter<Void>] = [:]
        var lastID = 0

        /// The number of running closures of transactions over several places.
        var openCount = 0
    }

    private let state = Locked(State())

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - reach: the transactions that the engine can make.
    ///   - maximumTries: the number of tries before a transaction throws
    ///     `TreeDatabaseError.Kind.conflict`. Firebase's own libraries try 25 times.
    public init(reach: Reach = .severalPlaces, maximumTries: Int = 25) {
        self.reach = reach
        self.maximumTries = max(maximumTries, 1)
    }

    /// The number of waiting writes and transactions.
    var waitingCount: Int { state.withLock { $0.waiters.count } }
}

// MARK: - Turns

extension TransactionQueue {
    /// The turn of a write or a transaction, which ``end(_:)`` gives back.
    struct Turn {
        fileprivate let id: Int
    }

    /// Waits for the turn of a write or a transaction.
    ///
    /// Throws `CancellationError` if the task is cancelled before its turn, and
    /// `TreeDatabaseError.Kind.nestedTransaction` in the closure of a transaction of this queue.
    nonisolated(nonsending) func begin(_ claim: PlaceOrder.Claim) async throws -> Turn {
        let (id, mayBegin, hasOpen) = state.withLock { state in
            state.lastID += 1
            return (state.lastID, state.order.add(state.lastID, claim), state.openCount > 0)
        }
        let turn = Turn(id: id)
        do {
            if hasOpen { try OpenTransaction.checkNone(of: self) }
            if !mayBegin {
                try await state.wait(in: \.waiters[id]) {
                    $0.order.mayBegin(id) ? .success(()) : nil
                }
            }
        } catch {
            end(turn)
            throw error
        }
        return turn
    }

    func end(_ turn: Turn) {
        let waiters = state.withLock { state in
            state.order.remove(turn.id).compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in waiters { waiter.resume() }
    }
}

// MARK: - Closures

/// A running closure of a transaction, which the code in it finds in a task-local value.
final class OpenTransaction: Sendable {
    @TaskLocal static var current: OpenTransaction?

    private let queue: TransactionQueue
    private let outer: OpenTransaction?
    private let isOpen = Locked(true)

    fileprivate init(_ queue: TransactionQueue) {
        self.queue = queue
        outer = Self.current
    }

    fileprivate func close() {
        isOpen.withLock { $0 = false }
    }

    /// Throws if the task is inside the closure of a transaction of a queue.
    fileprivate static func checkNone(of queue: TransactionQueue) throws {
        var open = current
        while let transaction = open {
            // A task that the closure has started may outlive it.
            if transaction.queue === queue, transaction.isOpen.withLock({ $0 }) {
                throw TreeDatabaseError(
                    .nestedTransaction,
                    "the closure of a transaction can't wait for another write or transaction of "
                        + "the same engine; write with the closure's own parameter, or write "
                        + "before or after the transaction")
            }
            open = transaction.outer
        }
    }
}

extension TransactionQueue {
    /// Throws if the task is inside the closure of a transaction of this queue.
    func checkNotNested() throws {
        let hasOpen = state.withLock { $0.openCount > 0 }
        if hasOpen { try OpenTransaction.checkNone(of: self) }
    }

    /// Runs the closure of a transaction, in which no other write or transaction can be made.
    nonisolated(nonsending) func runClosure<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async throws -> Result {
        let open = OpenTransaction(self)
        state.withLock { $0.openCount += 1 }
        defer {
            open.close()
            state.withLock { $0.openCount -= 1 }
        }
        return try await OpenTransaction.$current.withValue(open) { try await body() }
    }
}

// MARK: - Order

/// The order of writes and transactions at overlapping places, in which transactions are exclusive.
///
/// Two overlap if a place of one contains a place of the other. Of two that overlap, the later one
/// waits if either is a transaction. Plain writes don't wait for each other.
///
/// A claim stands in the lines of its places and of all places above them, as a database's intention
/// locks do. So two that overlap meet in the line of the upper place, and a claim that ends is
/// compared with those at the heads of its lines only.
struct PlaceOrder: Sendable {
    struct Claim: Sendable {
        let places: [TreePlace]
        let isTransaction: Bool

        static func write(_ places: [TreePlace]) -> Self {
            Self(places: places, isTransaction: false)
        }

        static func transaction(_ places: [TreePlace]) -> Self {
            Self(places: places, isTransaction: true)
        }
    }

    private struct Entry {
        let claim: Claim

        /// The number of lines in which the claim has to wait for earlier ones.
        var waitCount = 0
    }

    private var entries: [Int: Entry] = [:]
    private var lines: [TreePlace: PlaceLine] = [:]

    /// Whether claims stand in lines: from the first transaction until there are no claims.
    private var hasLines = false

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a claim. Returns whether it may begin at once.
    ///
    /// - Parameter id: a number greater than those before.
    mutating func add(_ id: Int, _ claim: Claim) -> Bool {
        if claim.isTransaction, !hasLines {
            hasLines = true
            for earlier in entries.keys.sorted() { line(up: earlier) }
        }
        entries[id] = Entry(claim: claim)
        if hasLines { line(up: id) }
        return mayBegin(id)
    }

    /// Whether a claim may begin, or has begun.
    func mayBegin(_ id: Int) -> Bool {
        entries[id]?.waitCount == 0
    }

    /// Removes a claim that has ended, or is cancelled. Returns those that may begin now, in order.
    mutating func remove(_ id: Int) -> [Int] {
        guard let claim = entries.removeValue(forKey: id)?.claim, hasLines else { return [] }
        var ready: [Int] = []
        for (place, stance) in claim.stances {
            // Taken out, so that it is changed in place.
            guard var line = lines.removeValue(forKey: place) else { continue }
            for other in line.remove(stance, where: { entries[$0] != nil }) {
                entries[other]?.waitCount -= 1
                if entries[other]?.waitCount == 0 { ready.append(other) }
            }
            if !line.isEmpty { lines[place] = line }
        }
        if entries.isEmpty { hasLines = false }
        return ready.sorted()
    }

    private mutating func line(up id: Int) {
        guard let claim = entries[id]?.claim else { return }
        for (place, stance) in claim.stances {
            let isFree = lines[place, default: PlaceLine()].add(id, stance)
            if !isFree { entries[id]?.waitCount += 1 }
        }
    }
}

extension PlaceOrder.Claim {
    /// The places in whose lines the claim stands: its own and all above them.
    fileprivate var stances: [TreePlace: PlaceLine.Stance] {
        var stances: [TreePlace: PlaceLine.Stance] = [:]
        for place in places {
            for depth in 0..<place.depth {
                let above = TreePlace(Array(place.keys.prefix(depth)))
                if stances[above] == nil {
                    stances[above] = isTransaction ? .transactionBelow : .writeBelow
                }
            }
            stances[place] = isTransaction ? .transaction : .write
        }
        return stances
    }
}

/// The claims of a place and of places below it, in their order.
private struct PlaceLine: Sendable {
    /// The kind of a claim, for its conflicts with others of the line.
    enum Stance: Int, CaseIterable, Sendable {
        case write, writeBelow, transaction, transactionBelow

        func conflicts(with other: Self) -> Bool {
            (isTransaction || other.isTransaction) && !(isBelow && other.isBelow)
        }

        private var isTransaction: Bool { self == .transaction || self == .transactionBelow }
        private var isBelow: Bool { self == .writeBelow || self == .transactionBelow }
    }

    /// The claims of one stance, in ascending order. Removed ones are dropped later.
    fileprivate struct Queue: Sendable {
        var ids: ArraySlice<Int> = []

        /// The claims that wait for an earlier one of the line.
        var waiting: ArraySlice<Int> = []

        /// The number of claims that aren't removed.
        var count = 0
    }

    private var queues = Array(repeating: Queue(), count: Stance.allCases.count)

    var isEmpty: Bool { queues.allSatisfy { $0.count == 0 } }

    /// Adds a claim after all others. Returns whether it waits for none of them.
    mutating func add(_ id: Int, _ stance: Stance) -> Bool {
        let isFree = Stance.allCases.allSatisfy {
            queues[$0.rawValue].count == 0 || !$0.conflicts(with: stance)
        }
        queues[stance.rawValue].ids.append(id)
        queues[stance.rawValue].count += 1
        if !isFree { queues[stance.rawValue].waiting.append(id) }
        return isFree
    }

    /// Removes a claim, for which `exists` already returns `false`. Returns the claims that need not wait
    /// in this line any longer.
    mutating func remove(_ stance: Stance, where exists: (Int) -> Bool) -> [Int] {
        queues[stance.rawValue].count -= 1
        let others = Stance.allCases.filter { $0.conflicts(with: stance) }
        for index in queues.indices { queues[index].dropRemoved(where: exists) }
        var free: [Int] = []
        for other in others {
            let first = Stance.allCases.lazy.filter { $0.conflicts(with: other) }
                .compactMap { [queues] in queues[$0.rawValue].ids.first }.min()
            while let id = queues[other.rawValue].waiting.first, id <= first ?? id {
                queues[other.rawValue].waiting.removeFirst()
                if exists(id) { free.append(id) }
            }
        }
        return free
    }
}

extension PlaceLine.Queue {
    /// Drops removed claims from the heads, and all of them once they are the greater part.
    fileprivate mutating func dropRemoved(where exists: (Int) -> Bool) {
        while let id = ids.first, !exists(id) { ids.removeFirst() }
        if ids.count > 2 * count + 16 {
            ids.removeAll { !exists($0) }
            waiting.removeAll { !exists($0) }
        }
    }
}
