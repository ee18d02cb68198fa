import TypedDatabase

@testable import TypedDatabaseOffline

/// A promise that a simulation has seen broken.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

// MARK: - While it runs

extension Simulation {
    /// Checks what the observers of a device see.
    mutating func check(_ d: Int) throws {
        for index in devices[d].observers.indices { try check(d, index) }
    }

    private mutating func check(_ d: Int, _ index: Int) throws {
        var observer = devices[d].observers[index]
        let device = devices[d].device
        guard let view = device.view(of: observer.query) else {
            throw Violation("\(observer.query) isn't observed any longer")
        }
        // A slow watch skips states.
        if (time / 10 + Int64(index)) % 3 != 0 {
            try observer.read(&devices[d].device)
            devices[d].observers[index] = observer
            if view.isKnown { try checkDelivered(observer, view, d) }
        }
        guard view.isKnown else { return }
        let value = view.value(at: observer.query.place, observer.query.selection)
        let shown = value.scalars(at: observer.query.place)
        let known = observer.query.isCut ? [] : Array(observer.seen.keys)
        let refusedCount = device.refused.count
        if refusedCount != observer.refusedCount {
            observer.refusedCount = refusedCount
            observer.sums = [:]
        }
        let sums = ([["counters", "n"], ["counters", "m"]] as [TreePlace]).filter {
            !observer.query.isCut && observer.query.place.contains($0)
        }
        for place in Set(Array(shown.keys) + known + sums) {
            try check(shown[place], at: place, &observer, d)
        }
        if !observer.query.isCut, shown[["pairs", "x"]] != shown[["pairs", "y"]] {
            throw Violation("device \(d) sees a part of a batch: \(shown)")
        }
        devices[d].observers[index] = observer
    }

    /// Checks that a watch has what is shown, though it reads only what is marked.
    private func checkDelivered(_ observer: Observer, _ view: TrackedView, _ d: Int) throws {
        let value = view.value(at: observer.query.place, observer.query.selection)
        guard observer.delivered != .some(value) else { return }
        throw Violation(
            "device \(d) shows \(shown(value)) at \(observer.query), and its watch has delivered "
                + "\(observer.delivered.map(shown) ?? "nothing yet")")
    }

    private func check(
        _ value: TreeValue?, at place: TreePlace, _ observer: inout Observer, _ d: Int
    ) throws {
        if place.keys.first == "counters" {
            return try checkSum(value, at: place, &observer, d)
        }
        // A time that another device's write has may be taken for that of the own one.
        let isTime = place.keys.first == "times"
        let pending = isTime ? [] : devices[d].device.outbox.overlapping(place)
        if let last = pending.last(where: { $0.overlay.covers(place) }) {
            let expected = last.overlay.applied(to: nil, at: place)
            let echo = devices[d].records[last.id].flatMap { records[$0].commits.first }
                .flatMap { server.index(of: value, at: place, from: $0) }
            guard observer.query.isCut || value == expected || pending.last != last || echo != nil
            else {
                throw Violation(
                    "device \(d) sees \(shown(value)) at \(place), not \(shown(expected))")
            }
            return
        }
        if !pending.isEmpty || isEstimate(value, at: place, observer, d) { return }
        guard
            let index = server.index(of: value, at: place, from: observer.seen[place] ?? 0)
        else {
            throw Violation(
                "device \(d) sees \(shown(value)) at \(place) of \(observer.query), which it was "
                    + "never since state \(observer.seen[place] ?? 0)")
        }
        observer.seen[place] = index
    }

    /// Whether a value is a device's own estimate of the server's time, which the observer hasn't
    /// seen.
    private func isEstimate(
        _ value: TreeValue?, at place: TreePlace, _ observer: Observer, _ d: Int
    ) -> Bool {
        guard place.keys.first == "times", case .integer(let time)? = value else { return false }
        return records.contains { record in
            record.device == d && record.time == time
                && (observer.seen[place] ?? 0) < record.commits.last ?? .max
        }
    }

    /// Checks that a sum has nothing twice, and that nothing of it is taken back.
    private func checkSum(
        _ value: TreeValue?, at place: TreePlace, _ observer: inout Observer, _ d: Int
    ) throws {
        let sum = value.integer
        let limit = server.value[place].integer + uncommitted(at: place, d)
        guard sum <= limit else {
            throw Violation("device \(d) sees \(sum) at \(place), more than \(limit)")
        }
        let least = observer.query.isCut ? 0 : returned(at: place, d)
        guard sum >= least else {
            throw Violation(
                "device \(d) sees \(sum) at \(place) of \(observer.query), and has written \(least)"
            )
        }
        guard sum >= observer.sums[place] ?? 0 else {
            throw Violation(
                "device \(d) sees \(sum) at \(place) of \(observer.query) after "
                    + "\(observer.sums[place] ?? 0)")
        }
        observer.sums[place] = sum
    }

    /// The sum of a device's increments that it has kept or that the server has made.
    private func returned(at place: TreePlace, _ d: Int) -> Int64 {
        ownSum(of: Array(records.indices), at: place, d)
    }

    private func ownSum(of numbers: [Int], at place: TreePlace, _ d: Int) -> Int64 {
        let refused = Set(devices[d].device.refused.compactMap { devices[d].records[$0.id] })
        let leaving = Set(devices[d].leaving.values)
        return numbers.reduce(0) { sum, number in
            let write = records[number]
            guard write.device == d, write.isReturned, !write.isAcknowledged,
                !refused.contains(number), !leaving.contains(number),
                write.edits.contains(where: { $0.place == place && $0.isIncrement })
            else { return sum }
            return sum + 1
        }
    }

    /// The sum of pending increments that the server doesn't have.
    private func uncommitted(at place: TreePlace, _ d: Int) -> Int64 {
        devices[d].device.outbox.writes.reduce(0) { sum, write in
            guard let record = devices[d].records[write.id], records[record].commits.isEmpty,
                write.edits.contains(where: { $0.place == place })
            else { return sum }
            return sum + 1
        }
    }

    /// Whether an observer of a whole place has seen a state of it.
    func isShown(_ index: Int, _ d: Int) -> Bool {
        devices[d].device.view(of: devices[d].observers[index].query)?.tracked.isKnown == true
    }

    /// Notes that an observer must see an acknowledged write from now on, or what came after it.
    mutating func see(_ record: WriteRecord, _ d: Int, by index: Int) {
        let query = devices[d].observers[index].query
        // Of a write that was made twice, the state between is a later one than the first.
        guard let commit = record.commits.first, !query.isCut else { return }
        for place in record.places where query.place.contains(place) {
            let seen = devices[d].observers[index].seen[place] ?? 0
            devices[d].observers[index].seen[place] = max(seen, commit)
        }
    }

    /// Checks the result of a read.
    func check(_ read: SimulatedDevice.Read, _ result: ReadValue, _ d: Int) throws {
        guard result.isComplete else { return }
        var known: [TreePlace: Int] = [:]
        for record in read.writes.map({ records[$0] }) where record.isAnswered {
            for place in record.places { known[place] = record.commits.first }
        }
        let found = result.value.scalars(at: read.query.place)
        let expected = read.query.isCut ? [] : known.keys.filter(read.query.place.contains)
        for place in Set(Array(found.keys) + expected) {
            let value = found[place]
            let overlapping = devices[d].device.outbox.overlapping(place)
            if place.keys.first == "counters" {
                let limit = server.value[place].integer + uncommitted(at: place, d)
                let least =
                    read.isOfStore
                    ? ownSum(of: read.writes, at: place, d)
                    : server.history[read.start][place].integer
                guard (least...limit).contains(value.integer) else {
                    throw Violation(
                        "device \(d) reads \(shown(value)) at \(place), not \(least) to \(limit)")
                }
            } else if overlapping.isEmpty, place.keys.first != "times" {
                let start = known[place] ?? 0
                guard server.index(of: value, at: place, from: start) != nil else {
                    throw Violation(
                        "device \(d) reads \(shown(value)) at \(place), older than its own")
                }
            }
        }
    }

    private func shown(_ value: TreeValue?) -> String { value?.description ?? "nothing" }
}

// MARK: - At the end

extension Simulation {
    /// Checks that all devices see the server's state, and that each write was made once or is
    /// among the refused.
    func checkEnd() throws {
        for d in devices.indices {
            try checkViews(d)
            try checkOrder(d)
        }
        for (number, record) in records.enumerated() { try check(record, number) }
    }

    private func checkViews(_ d: Int) throws {
        let device = devices[d].device
        for (query, tracked) in device.queries {
            let expected = query.selection.select(from: server.value[query.place])
            // A value that the store couldn't take isn't cached any longer.
            let isOwn =
                tracked.phase == .live && device.catalog.entries[tracked.cacheID] != nil
            let found = device.view(of: query)?.value(at: query.place, query.selection)
            let stored = devices[d].store[StorePlaces.value(tracked.cacheID)]
            guard found == expected, stored == expected || !isOwn else {
                throw Violation(
                    "in the end, device \(d) sees \(shown(found)) and has stored \(shown(stored)) "
                        + "of \(query), which is \(shown(expected))")
            }
        }
        guard devices[d].store[StorePlaces.outbox] == nil else {
            throw Violation("in the end, the store of device \(d) has pending writes")
        }
    }

    /// Checks that each device's writes were made in their order.
    private func checkOrder(_ d: Int) throws {
        let batches = batches[d].map { $0.filter { !records[$0].isRetried } }.filter { !$0.isEmpty }
        for (earlier, later) in zip(batches, batches.dropFirst()) {
            guard let first = earlier.first, let second = later.first, first <= second else {
                throw Violation("device \(d) has made \(later) after \(earlier)")
            }
        }
    }

    private func check(_ record: WriteRecord, _ number: Int) throws {
        let d = record.device
        let refusal = devices[d].device.refused.first { devices[d].records[$0.id] == number }
        let stored = devices[d].store[StorePlaces.refused]
        if let refusal, stored[["\(refusal.id)"]] == nil {
            throw Violation("write \(number) was refused, and the store doesn't have it")
        }
        if record.isAcknowledged { return }
        if !record.isReturned, record.commits.isEmpty, refusal == nil { return }
        let what = "write \(number), \(record.edits),"
        if !ModelServer.allows(record.edits) {
            guard record.commits.isEmpty, refusal?.error.kind == .permissionDenied else {
                throw Violation("\(what) is forbidden, and isn't among the refused")
            }
        } else if record.isIncrement {
            guard record.commits.count <= 1 else { throw Violation("\(what) was made twice") }
            guard record.commits.count == 1 || refusal?.error.kind == .outcomeUnknown else {
                throw Violation("\(what) wasn't made, and isn't among the refused")
            }
        } else {
            guard !record.commits.isEmpty else { throw Violation("\(what) was never made") }
            guard refusal == nil else { throw Violation("\(what) was made, and refused") }
        }
    }
}
