import TypedDatabase

@testable import TypedDatabaseOffline

/// Several devices and one server, stepped one action at a time.
struct Simulation {
    var server = ModelServer()
    var devices: [SimulatedDevice]
    var records: [WriteRecord] = []

    /// The batches of each device in the order of their commits, as indexes of records.
    var batches: [[[Int]]]
    var time: Int64 = 0

    init(devices count: Int) {
        devices = (0..<count).map { _ in SimulatedDevice() }
        batches = Array(repeating: [], count: count)
    }

    /// Runs actions, and then until nothing is left to be done. Throws a ``Violation``.
    static func run(_ actions: [Action], devices: Int) throws {
        var simulation = Simulation(devices: devices)
        for action in actions {
            try simulation.act(action)
            try simulation.check(action.device)
        }
        try simulation.finish()
    }

    mutating func act(_ action: Action) throws {
        time += 10
        let (d, choice) = (action.device, action.choice)
        // The clocks of devices differ.
        devices[d].device.now = time * 1000 + Int64(d) * 77 + 1
        switch action.kind {
        case .write: write(SimulatedWrite.edits(choice, number: records.count), d)
        case .store: store(d)
        case .storeAndDie:
            guard !devices[d].jobs.isEmpty else { return }
            _ = devices[d].doJob()
            die(d, choice)
        case .die: if choice % 3 == 0 { die(d, choice) }
        case .request: request(d)
        case .loseRequest: if choice % 3 == 0 { loseRequest(d, choice) }
        case .answer: answer(d)
        case .loseAnswer: if choice % 3 == 0 { loseAnswer(d) }
        case .stream: stream(d, choice)
        case .timer: timer(d, choice)
        case .connection: connection(d, choice % 4 != 0)
        case .observe: observe(d, choice)
        case .unobserve: if choice % 3 == 0 { unobserve(d, choice) }
        case .read: read(d, choice)
        case .finishRead: try finishRead(d)
        case .confirm: confirm(d)
        case .direct: direct(d, choice)
        case .keep: devices[d].device.keep(Self.query(choice))
        case .stopKeeping: devices[d].device.stopKeeping(Self.query(choice))
        case .cachedRead: try cachedRead(d, choice)
        case .finishCachedRead: try finishCachedRead(d)
        case .storeFails: storeFails(d, choice)
        case .retry: retry(d, choice)
        case .acknowledge: acknowledge(d, choice)
        }
        devices[d].settle()
    }

    // MARK: - The device's own

    private mutating func write(_ edits: [TreeEdit], _ d: Int) {
        let id = devices[d].device.write(edits)
        devices[d].records[id] = records.count
        records.append(WriteRecord(device: d, edits: edits, time: devices[d].device.now))
    }

    private mutating func store(_ d: Int) {
        guard !devices[d].jobs.isEmpty, let event = devices[d].doJob() else { return }
        if case .stored(let id) = event {
            if let record = devices[d].records[id] { records[record].isReturned = true }
            if let record = devices[d].leaving.removeValue(forKey: id) {
                records[record].isAcknowledged = true
            }
        }
        devices[d].device.stored(event)
    }

    /// The disk is full. A write that isn't stored throws, and a refused one stays.
    private mutating func storeFails(_ d: Int, _ choice: Int) {
        guard choice % 2 == 0, let job = devices[d].jobs.first else { return }
        devices[d].failJob()
        guard case .step(_, .stored(let id)?) = job else { return }
        // Its increment was shown.
        for index in devices[d].observers.indices { devices[d].observers[index].sums = [:] }
        if let record = devices[d].leaving.removeValue(forKey: id) {
            assert(devices[d].device.refused.contains { devices[d].records[$0.id] == record })
        } else if let record = devices[d].records.removeValue(forKey: id),
            !devices[d].records.values.contains(record)
        {
            records[record].isLost = true
        }
    }

    private mutating func retry(_ d: Int, _ choice: Int) {
        // An increment that was made may be made again.
        let refused = devices[d].device.refused.filter {
            devices[d].records[$0.id].map { records[$0].commits.isEmpty } ?? false
        }
        guard !refused.isEmpty else { return }
        let write = refused[choice % refused.count]
        guard let new = devices[d].device.retry(write.id) else { return }
        devices[d].records[new] = devices[d].records[write.id]
        if let record = devices[d].records[new] { records[record].isRetried = true }
    }

    private mutating func acknowledge(_ d: Int, _ choice: Int) {
        let refused = devices[d].device.refused
        guard choice % 4 == 0, !refused.isEmpty else { return }
        let write = refused[choice % refused.count]
        guard let change = devices[d].device.acknowledge(write.id) else { return }
        devices[d].leaving[change] = devices[d].records[write.id]
    }

    /// Ends the process of a device. A request that is under way arrives or doesn't.
    private mutating func die(_ d: Int, _ choice: Int) {
        if choice % 2 == 0 { request(d) }
        let observers = devices[d].observers.map(\.query)
        let leaving = devices[d].leaving.values
        devices[d].restart()
        let refused = Set(devices[d].device.refused.compactMap { devices[d].records[$0.id] })
        for record in leaving where !refused.contains(record) {
            records[record].isAcknowledged = true
        }
        let known =
            devices[d].device.outbox.writes.map(\.id) + devices[d].device.refused.map(\.id)
        for (id, record) in devices[d].records where !records[record].isReturned {
            if known.contains(id) { continue }
            if records[record].commits.isEmpty { records[record].isLost = true }
            // The number is used again.
            devices[d].records[id] = nil
        }
        // The answer to an increment is lost if the store didn't have it yet.
        for refusal in devices[d].device.refused where refusal.error.kind == .outcomeUnknown {
            if let record = devices[d].records[refusal.id] { records[record].isAnswered = false }
        }
        for query in observers { observe(query, d) }
    }

    private mutating func observe(_ d: Int, _ choice: Int) {
        let query = Self.query(choice)
        if devices[d].observers.contains(where: { $0.query == query }) { return }
        observe(query, d)
    }

    private static func query(_ choice: Int) -> Query {
        SimulatedWrite.queries[choice % SimulatedWrite.queries.count]
    }

    private mutating func observe(_ query: Query, _ d: Int) {
        let observer = Observer(query)
        devices[d].observers.append(observer)
        devices[d].watches.insert(observer.signal)
        devices[d].device.observe(query)
        devices[d].settle()
        // What the server has acknowledged is in the cache as well.
        for record in records where record.device == d && record.isAnswered {
            see(record, d, by: devices[d].observers.count - 1)
        }
    }

    private mutating func unobserve(_ d: Int, _ choice: Int) {
        guard !devices[d].observers.isEmpty else { return }
        let observer = devices[d].observers.remove(at: choice % devices[d].observers.count)
        devices[d].watches.remove(observer.signal)
        devices[d].device.unobserve(observer.query)
    }

    private mutating func timer(_ d: Int, _ choice: Int) {
        guard !devices[d].timers.isEmpty else { return }
        devices[d].device.passed(devices[d].timers.remove(at: choice % devices[d].timers.count))
    }

    // MARK: - The network

    mutating func connection(_ d: Int, _ isOnline: Bool) {
        devices[d].isOnline = isOnline
        devices[d].device.setRemote(isOnline ? .connected : .disconnected(reason: Self.offline))
    }

    private static let offline = TreeDatabaseError(.unavailable, "there is no network")

    private mutating func request(_ d: Int) {
        if devices[d].isProbed {
            devices[d].isProbed = false
            devices[d].device.probed(devices[d].isOnline ? nil : Self.offline)
            devices[d].settle()
        }
        guard devices[d].isOnline, let sending = devices[d].request else { return }
        devices[d].request = nil
        guard ModelServer.allows(sending.edits) else {
            let error = TreeDatabaseError(.permissionDenied, "it is forbidden")
            devices[d].answer = (sending, .refused(error))
            return
        }
        server.commit(sending.edits, at: time)
        let numbers = sending.ids.compactMap { devices[d].records[$0] }
        for number in numbers { records[number].commits.append(server.index) }
        batches[d].append(numbers)
        devices[d].answer = (sending, .made)
    }

    /// The request can't be made, or its token has expired.
    private mutating func loseRequest(_ d: Int, _ choice: Int) {
        guard let sending = devices[d].request else { return }
        devices[d].request = nil
        let error = TreeDatabaseError(choice % 2 == 0 ? .unavailable : .unauthenticated, "")
        devices[d].device.answered(sending, Answer(error))
    }

    private mutating func answer(_ d: Int) {
        guard let (sending, answer) = devices[d].answer else { return }
        devices[d].answer = nil
        devices[d].device.answered(sending, answer)
        guard case .made = answer else { return }
        for number in sending.ids.compactMap({ devices[d].records[$0] }) {
            acknowledged(number, d)
        }
    }

    private mutating func acknowledged(_ number: Int, _ d: Int) {
        records[number].isAnswered = true
        for index in devices[d].observers.indices where isShown(index, d) {
            see(records[number], d, by: index)
        }
    }

    private mutating func loseAnswer(_ d: Int) {
        guard let (sending, _) = devices[d].answer else { return }
        devices[d].answer = nil
        devices[d].device.answered(sending, Answer(TreeDatabaseError(.outcomeUnknown, "")))
    }

    /// Lets a stream receive a later state or not, and delivers it to some of its watches.
    private mutating func stream(_ d: Int, _ choice: Int) {
        guard devices[d].isOnline, !devices[d].remote.streams.isEmpty else { return }
        let index = choice % devices[d].remote.streams.count
        let start = devices[d].remote.streams[index].index
        let target = start + (choice / 7) % (server.index - start + 1)
        devices[d].remote.advance(index, to: target, of: server)
        let numbers = devices[d].remote.streams[index].watches.map(\.id)
        for (number, id) in numbers.enumerated() where (choice >> number) % 4 != 3 {
            deliver(id, d)
        }
    }

    /// Delivers the state of a stream to a watch, which may have been closed meanwhile.
    mutating func deliver(_ id: TrackedQuery.ID, _ d: Int) {
        for index in devices[d].remote.streams.indices {
            let watches = devices[d].remote.streams[index].watches
            guard let watch = watches.firstIndex(where: { $0.id == id }) else { continue }
            if let (id, updates) = devices[d].remote.deliver(index, to: watch) {
                devices[d].device.received(id, updates)
                devices[d].settle()
            }
            return
        }
    }

    /// Begins a write without the outbox, makes it, or takes the answer.
    private mutating func direct(_ d: Int, _ choice: Int) {
        guard devices[d].isOnline else { return }
        guard let (id, record) = devices[d].direct else { return beginDirect(d, choice) }
        if choice % 5 == 0 {
            // The condition isn't met, or the answer is lost.
            devices[d].direct = nil
            devices[d].device.endDirect(id, isMade: false)
            return
        }
        guard !records[record].commits.isEmpty else {
            server.commit(records[record].edits, at: time)
            records[record].commits.append(server.index)
            return
        }
        devices[d].direct = nil
        devices[d].device.endDirect(id, isMade: true)
        devices[d].settle()
        while !devices[d].jobs.isEmpty {
            store(d)
            devices[d].settle()
        }
        records[record].isReturned = true
        acknowledged(record, d)
        // If the stream has skipped its state, it is shown until a read says what came after it.
        for index in devices[d].observers.indices where isShown(index, d) {
            let query = devices[d].observers[index].query
            for place in records[record].places
            where query.place.contains(place) {
                devices[d].observers[index].seen[place] = records[record].commits.first
            }
        }
    }

    private mutating func beginDirect(_ d: Int, _ choice: Int) {
        let edits = SimulatedWrite.transaction(choice, number: records.count)
        guard edits.allSatisfy({ devices[d].device.outbox.overlapping($0.place).isEmpty }) else {
            return
        }
        devices[d].direct = (devices[d].device.beginDirect(edits), records.count)
        records.append(WriteRecord(device: d, edits: edits, time: devices[d].device.now))
    }

    private mutating func confirm(_ d: Int) {
        guard devices[d].isOnline, let first = devices[d].confirmations.first else { return }
        if let results = first.results {
            devices[d].confirmations.removeFirst()
            devices[d].device.confirmed(first.id, upTo: first.last, results)
        } else {
            devices[d].confirmations[0].results = first.queries.reduce(into: [:]) {
                $0[$1] = .some($1.selection.select(from: server.value[$1.place]))
            }
        }
    }

    private mutating func read(_ d: Int, _ choice: Int) {
        guard devices[d].isOnline else { return }
        let query = Self.query(choice)
        guard let id = devices[d].device.beginRead(query) else { return }
        devices[d].reads.append(
            SimulatedDevice.Read(
                id: id, query: query, start: server.index, writes: ownWrites(d)))
    }

    private func ownWrites(_ d: Int) -> [Int] {
        records.indices.filter { records[$0].device == d && !records[$0].isLost }
    }

    private mutating func cachedRead(_ d: Int, _ choice: Int) throws {
        let query = Self.query(choice)
        guard let begun = devices[d].device.beginCachedRead(query) else { return }
        var read = SimulatedDevice.Read(
            id: 0, query: query, isOfStore: true, start: 0, writes: ownWrites(d))
        switch begun {
        case .known(let value): try check(read, ReadValue(value: value), d)
        case .stored(let id, let stored):
            read.id = id
            devices[d].cachedReads.append(read)
            devices[d].jobs.append(.read(id, stored))
        }
    }

    private mutating func finishCachedRead(_ d: Int) throws {
        guard let index = devices[d].cachedReads.firstIndex(where: { $0.value != nil }),
            case .some(let stored) = devices[d].cachedReads[index].value
        else { return }
        let read = devices[d].cachedReads.remove(at: index)
        if let value = devices[d].device.endCachedRead(read.id, stored) {
            try check(read, ReadValue(value: value), d)
        }
    }

    private mutating func finishRead(_ d: Int) throws {
        guard devices[d].isOnline, let first = devices[d].reads.first else { return }
        if let value = first.value {
            devices[d].reads.removeFirst()
            let result = devices[d].device.endRead(first.id, value)
            if let result { try check(first, result, d) }
        } else {
            devices[d].reads[0].value = .some(
                first.query.selection.select(from: server.value[first.query.place]))
        }
    }
}
