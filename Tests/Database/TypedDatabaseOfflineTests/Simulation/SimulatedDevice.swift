import TypedDatabase

@testable import TypedDatabaseOffline

/// A device, its store, and everything that is under way between them and the server.
struct SimulatedDevice {
    enum Job {
        case step(StoreStep, then: StoreEvent?)
        case load(TrackedQuery.ID, StoredValue)
        case read(Int, StoredValue)
    }

    struct Confirmation {
        let id: TrackedQuery.ID
        let last: Int
        let queries: [Query]
        /// The server's answers, once it has been asked.
        var results: [Query: TreeValue?]?
    }

    struct Read {
        var id: Int
        let query: Query
        var isOfStore = false
        /// The number of the server's state when it began.
        let start: Int
        /// The own writes that had been made or kept when it began.
        let writes: [Int]
        var value: TreeValue??
    }

    var device = Device()
    var store: TreeValue?
    var jobs: [Job] = []
    var isProbed = false
    var request: Outbox.Sending?
    var answer: (Outbox.Sending, Answer)?
    var remote = SimulatedStreams()
    var timers: [Timer] = []
    var confirmations: [Confirmation] = []
    var reads: [Read] = []
    var cachedReads: [Read] = []
    var isOnline = true

    /// The watches of the observers.
    var watches = WatchTree()

    /// The number of a write without the outbox, and its record.
    var direct: (id: Int, record: Int)?

    /// The observed queries, each once.
    var observers: [Observer] = []

    /// The records of refused writes that are being acknowledged, by the numbers of these changes.
    var leaving: [Int: Int] = [:]

    /// The records of writes, by their numbers on this device.
    var records: [Int: Int] = [:]

    /// Takes the effects of the device's transitions.
    mutating func settle() {
        for effect in device.takeEffects() {
            switch effect {
            case .store(let step, let event): jobs.append(.step(step, then: event))
            case .load(let id, let value): jobs.append(.load(id, value))
            case .send(let sending): request = sending
            case .probe: isProbed = true
            case .open(let id): remote.open(id)
            case .close(let id): remote.close(id)
            case .confirm(let id, let last, let queries):
                confirmations.append(Confirmation(id: id, last: last, queries: queries))
            case .wait(let timer): timers.append(timer)
            case .mark(let place): _ = watches.record(place)
            case .fail: break
            }
        }
    }

    /// Does the next job of the store. Returns the event that the device waits for.
    mutating func doJob() -> StoreEvent? {
        switch jobs.removeFirst() {
        case .step(let step, let event):
            let values = step.folds.map { store[$0.place] }
            for edit in step.edits(with: values) {
                store[edit.place] = edit.resolved(at: 0, from: store[edit.place])
            }
            return event
        case .load(let id, let stored):
            device.loaded(id, stored, value(of: stored))
            return nil
        case .read(let id, let stored):
            guard let index = cachedReads.firstIndex(where: { $0.id == id }) else { return nil }
            cachedReads[index].value = .some(value(of: stored))
            return nil
        }
    }

    private func value(of stored: StoredValue) -> TreeValue? {
        stored.selection.select(from: store[stored.place])
    }

    /// Lets the next job of the store fail.
    mutating func failJob() {
        let full = TreeDatabaseError(.diskFull, "the disk is full")
        switch jobs.removeFirst() {
        case .step(let step, let event): device.notStored(step, event, full)
        // The query waits for the server.
        case .load: break
        case .read(let id, _):
            cachedReads.removeAll { $0.id == id }
            _ = device.endCachedRead(id, nil)
        }
    }

    /// Ends the process, and starts it again with what the store has.
    mutating func restart() {
        let stored = StoredState(
            outbox: store[StorePlaces.outbox], refused: store[StorePlaces.refused],
            queries: store[StorePlaces.queries])
        let (store, records, time) = (store, records, device.now)
        self = SimulatedDevice()
        self.store = store
        self.records = records
        device = Device(stored)
        device.now = time
        settle()
    }
}
