import TypedDatabase

/// Something to be done for a device, outside of it.
enum Effect: Hashable, Sendable {
    /// Change the store, then report it. Changes and loads are made one after the other, in order.
    case store(StoreStep, then: StoreEvent? = nil)

    /// Read the cached value of a query from the store.
    case load(TrackedQuery.ID, StoredValue)

    /// Send writes to the remote.
    case send(Outbox.Sending)

    /// Ask the remote for little, to find out whether it can be reached.
    case probe(TreePlace)

    /// Watch a query of the remote.
    case open(TrackedQuery.ID)

    /// End a watch of the remote.
    case close(TrackedQuery.ID)

    /// End the observers of a query.
    case fail(Query, TreeDatabaseError)

    /// Read from the remote, to compare a stream with it.
    case confirm(TrackedQuery.ID, upTo: Int, [Query])

    /// Report after a while.
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

/// A while that passes.
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

/// The place of a query's value in the store, or of one that contains it.
struct StoredValue: Hashable, Sendable {
    let place: TreePlace
    let selection: TreeSelection

    /// The number and the version of the cached value.
    let id: Int
    let version: Int
}
