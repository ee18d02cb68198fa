import TypedDatabase

@testable import TypedDatabaseOffline

/// A device, its store, and everything that is under way between them and the server.
struct SimulatedDevice {
    enum Job {
        case step(StoreStep, then: StoreEvent?)
        case load(TrackedQuery.ID, StoredValue)
    }

    struct Confirmation {
        let id: TrackedQuery.ID
        let last: Int
        let queries: [Query]
        /// The server's answers, once it has been asked.
        var results: [Query: TreeValue?]?
    }

    struct Read {
        let id: Int
        let query: Query
        /// The number of the server's state when it began.
        let start: Int
        /// The own writes that had been made or kept when it began.
        let writes: [Int]
        var value: TreeValue??
    }

    var device = Device()
    var store: TreeValue?
    var jobs: [Job] = []
    var request: Outbox.Sending?
    var answer: (Outbox.Sending, Answer)?
    var remote = SimulatedStreams()
    var timers: [Timer] = []
    var confirmations: [Confirmation] = []
    var reads: [Read] = []
    var isOnline = true

    /// The number of a write without the outbox, and its record.
    var direct: (id: Int, record: Int)?

    /// The observed queries, each once.
    var observers: [Observer] = []

    /// The records of writes, by their numbers on this device.
    var records: [Int: Int] = [:]

    /// Takes the effects of the device's transitions.
    mutating func settle() {
        for effect in device.takeEffects() {
            switch effect {
            case .store(let step, let event): jobs.append(.step(step, then: event))
            case .load(let id, let value): jobs.append(.load(id, value))
            case .send(let sending): request = sending
            case .open(let id): remote.open(id)
            case .close(let id): remote.close(id)
            case .confirm(let id, let last, let queries):
                confirmations.append(Confirmation(id: id, last: last, queries: queries))
            case .wait(let timer): timers.append(timer)
            case .fail, .mark: break
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
            device.loaded(id, stored.selection.select(from: store[stored.place]))
            return nil
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
