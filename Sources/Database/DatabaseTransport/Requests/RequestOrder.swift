import TypedDatabase

/// The order in which requests start: first in, first out, but a write waits for earlier writes at
/// its place, above or below. The number of concurrent requests is limited.
///
/// A write waits for the latest earlier ones only, which wait for those before: at each place, the
/// tree has the latest write that no later one at the place or above it waits for. So each write is
/// found, and leaves the tree, once.
struct RequestOrder: Sendable {
    private struct Entry {
        var places: [TreePlace]

        /// The number of earlier writes that this one waits for.
        var blockerCount: Int

        /// The later writes that wait for this one.
        var blocked: [Int] = []
        var hasStarted = false

        /// Whether the request was cancelled before its start. It keeps its place in the order,
        /// since later writes wait for it instead of for those before.
        var isCancelled = false
    }

    private let maximumCount: Int
    private var entries: [Int: Entry] = [:]
    private var latest = PlaceTree<Int>()

    /// The requests that only wait for their turn, the next one at `readyStart`.
    private var ready: [Int] = []
    private var readyStart = 0
    private var runningCount = 0

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
    }

    /// - Parameters:
    ///   - id: a number greater than those before.
    ///   - places: the places that the request writes; none for a read.
    mutating func add(_ id: Int, writing places: [TreePlace]) {
        var blockers: Set<Int> = []
        for place in places {
            blockers.formUnion(latest.containing(place))
            blockers.formUnion(latest.replace(place, with: id))
        }
        blockers.remove(id)
        for blocker in blockers { entries[blocker]?.blocked.append(id) }
        entries[id] = Entry(places: places, blockerCount: blockers.count)
        if blockers.isEmpty { ready.append(id) }
    }

    /// Starts a request and returns it; `nil` if none can start.
    mutating func startNext() -> Int? {
        while runningCount < maximumCount, readyStart < ready.count {
            let id = ready[readyStart]
            readyStart += 1
            if readyStart > ready.count / 2 {
                ready.removeFirst(readyStart)
                readyStart = 0
            }
            // A request that was cancelled when it was ready is gone.
            guard entries[id] != nil else { continue }
            entries[id]?.hasStarted = true
            runningCount += 1
            return id
        }
        return nil
    }

    func hasStarted(_ id: Int) -> Bool {
        entries[id]?.hasStarted == true
    }

    /// Removes a request that is done or cancelled.
    mutating func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        if entry.hasStarted { runningCount -= 1 }
        if entry.blockerCount > 0 {
            entries[id]?.isCancelled = true
        } else {
            release([id])
        }
    }

    /// Removes requests that nothing blocks, and the cancelled ones that only waited for them.
    private mutating func release(_ ids: [Int]) {
        var released = ids
        while let id = released.popLast() {
            guard let entry = entries.removeValue(forKey: id) else { continue }
            for place in entry.places { latest.remove(at: place) { $0 == id } }
            for next in entry.blocked {
                entries[next]?.blockerCount -= 1
                guard entries[next]?.blockerCount == 0 else { continue }
                if entries[next]?.isCancelled == true {
                    released.append(next)
                } else {
                    ready.append(next)
                }
            }
        }
    }
}
