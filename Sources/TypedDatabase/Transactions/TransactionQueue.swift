/// A queue in which the transactions of one engine wait for each other, and its writes for them.
///
/// Transactions of overlapping places (one contains the other, or they are equal) are made one after
/// the other, in the order in which they came. A plain write waits for the transactions at its places,
/// and they wait for it. So nothing that goes through one engine makes one of its transactions fail.
///
/// An engine has one:
///
/// ```swift
/// public let transactions = TransactionQueue()
/// ```
public final class TransactionQueue: Sendable {
    /// The places that one transaction can be of.
    public enum Reach: Hashable, Sendable {
        /// The one place that is read is set.
        case onePlace

        /// Any number of places are read, and any number are written.
        case severalPlaces
    }

    package let reach: Reach
    let maximumTries: Int

    private struct State {
        var order = PlaceOrder()
        var waiters: [Int: Locked<State>.Waiter<Void>] = [:]
        var lastID = 0

        /// How many closures of transactions over several places are running.
        var openCount = 0
    }

    private let state = Locked(State())

    /// - Parameters:
    ///   - reach: the transactions that the engine can make.
    ///   - maximumTries: how often a transaction is tried before it throws
    ///     `TreeDatabaseError.Kind.conflict`. Firebase's own libraries try 25 times.
    public init(reach: Reach = .severalPlaces, maximumTries: Int = 25) {
        self.reach = reach
        self.maximumTries = max(maximumTries, 1)
    }

    /// How many writes and transactions are waiting.
    var waitingCount: Int { state.withLock { $0.waiters.count } }
}

// MARK: - Turns

extension TransactionQueue {
    /// A turn of a write or a transaction, to be given back by ``end(_:)``.
    struct Turn {
        fileprivate let id: Int
    }

    /// Waits for the turn of a write or a transaction.
    ///
    /// Throws `CancellationError` if the task is cancelled before, and
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

/// The closure of a transaction, while it runs. Code that it calls finds it in a task-local value.
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
            // A task that the closure started may outlive it.
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
