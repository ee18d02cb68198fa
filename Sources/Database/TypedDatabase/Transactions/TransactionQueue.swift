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
