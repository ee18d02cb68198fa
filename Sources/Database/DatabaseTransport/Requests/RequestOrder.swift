import TypedDatabase

/// The order in which requests begin: first in, first out, but a write waits for earlier writes at
/// its place, above or below. The number of concurrent requests is limited.
struct RequestOrder: Sendable {
    private struct Entry {
        var places: [TreePlace]

        /// The number of earlier writes that this one waits for.
        var blockerCount: Int
        var hasStarted = false
    }

    private let maximumCount: Int
    private var entries: [Int: Entry] = [:]

    /// The requests that only wait for their turn.
    private var ready: [Int] = []
    private var runningCount = 0

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
    }

    /// - Parameters:
    ///   - id: a number greater than those before.
    ///   - places: the places that the request writes; none for a read.
    mutating func add(_ id: Int, writing places: [TreePlace]) {
        let blockerCount =
            places.isEmpty ? 0 : entries.values.count { Self.overlap($0.places, places) }
        entries[id] = Entry(places: places, blockerCount: blockerCount)
        if blockerCount == 0 { ready.append(id) }
    }

    /// Starts a request and returns it; `nil` if none can start.
    mutating func startNext() -> Int? {
        guard runningCount < maximumCount, !ready.isEmpty else { return nil }
        let id = ready.removeFirst()
        entries[id]?.hasStarted = true
        runningCount += 1
        return id
    }

    func hasStarted(_ id: Int) -> Bool {
        entries[id]?.hasStarted == true
    }

    /// Removes a request that is done or cancelled.
    mutating func remove(_ id: Int) {
        guard let removed = entries.removeValue(forKey: id) else { return }
        if removed.hasStarted { runningCount -= 1 } else { ready.removeAll { $0 == id } }
        if removed.places.isEmpty { return }
        let blocked = entries.filter {
            $0.key > id && Self.overlap($0.value.places, removed.places)
        }
        for next in blocked.keys.sorted() {
            entries[next]?.blockerCount -= 1
            if entries[next]?.blockerCount == 0 { ready.append(next) }
        }
    }

    private static func overlap(_ a: [TreePlace], _ b: [TreePlace]) -> Bool {
        a.contains { a in b.contains { a.contains($0) || $0.contains(a) } }
    }
}
