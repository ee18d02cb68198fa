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
        if case .stored(let id) = event, let record = devices[d].records[id] {
            records[record].isReturned = true
        }
        devices[d].device.stored(event)
    }

    /// Ends the process of a device. A request that is under way arrives or doesn't.
    private mutating func die(_ d: Int, _ choice: Int) {
        if choice % 2 == 0 { request(d) }
        let observers = devices[d].observers.map(\.query)
        devices[d].restart()
        let pending = Set(devices[d].device.outbox.writes.map(\.id))
        for (id, record) in devices[d].records where !records[record].isReturned {
            if pending.contains(id) { continue }
            if records[record].commits.isEmpty { records[record].isLost = true }
        }
        // The answer to an increment is lost if the store didn't have it yet.
        for refusal in devices[d].device.refused where refusal.error.kind == .outcomeUnknown {
            if let record = devices[d].records[refusal.id] { records[record].isAnswered = false }
        }
        for query in observers { observe(query, d) }
    }

    private mutating func observe(_ d: Int, _ choice: Int) {
        let query = SimulatedWrite.queries[choice % SimulatedWrite.queries.count]
        if devices[d].observers.contains(where: { $0.query == query }) { return }
        observe(query, d)
    }

    private mutating func observe(_ query: Query, _ d: Int) {
        devices[d].observers.append(Observer(query))
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
        devices[d].device.unobserve(observer.query)
    }

    private mutating func timer(_ d: Int, _ choice: Int) {
        guard !devices[d].timers.isEmpty else { return }
        devices[d].device.passed(devices[d].timers.remove(at: choice % devices[d].timers.count))
    }

    // MARK: - The network

    mutating func connection(_ d: Int, _ isOnline: Bool) {
        devices[d].isOnline = isOnline
        devices[d].device.setConnected(isOnline)
    }

    private mutating func request(_ d: Int) {
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
        guard !records[record].commits.isEmpty else {
            server.commit(records[record].edits, at: time)
            records[record].commits.append(server.index)
            return
        }
        devices[d].direct = nil
        devices[d].device.endDirect(id, made: records[record].edits)
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
        let kind = [0, 3, 8, 9, 10, 11][choice % 6]
        let edits = SimulatedWrite.edits(choice / 16 * 16 + kind, number: records.count)
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
        let query = SimulatedWrite.queries[choice % SimulatedWrite.queries.count]
        guard let id = devices[d].device.beginRead(query) else { return }
        let writes = records.indices.filter { records[$0].device == d && !records[$0].isLost }
        devices[d].reads.append(
            SimulatedDevice.Read(id: id, query: query, start: server.index, writes: writes))
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
