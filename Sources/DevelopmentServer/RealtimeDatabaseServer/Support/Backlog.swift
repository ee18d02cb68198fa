import TypedDatabase

/// The total size of what many hold in memory, each until its client proceeds: pending events, and
/// bodies that haven't arrived wholly. Over the limit, the largest has to go.
final class Backlog<Holder: AnyObject & Sendable>: Sendable {
    private let capacity: Int
    private let state = Locked(State())

    private struct State {
        var totalCount = 0
        var holders: [ObjectIdentifier: (holder: Holder, count: Int)] = [:]

        mutating func add(_ count: Int, of holder: Holder) {
            totalCount += count
            let id = ObjectIdentifier(holder)
            let sum = (holders[id]?.count ?? 0) + count
            holders[id] = sum == 0 ? nil : (holder, sum)
        }
    }

    /// - Parameter capacity: the limit in bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Records bytes that a holder has now.
    ///
    /// - Returns: the holder that has to go. A single one may exceed the limit of all together.
    func add(_ count: Int, of holder: Holder) -> Holder? {
        state.withLock { state in
            state.add(count, of: holder)
            guard state.totalCount > capacity, state.holders.count > 1 else { return nil }
            return state.holders.values.max { $0.count < $1.count }?.holder
        }
    }

    /// Records bytes that a holder has no longer.
    func remove(_ count: Int, of holder: Holder) {
        if count > 0 { state.withLock { $0.add(-count, of: holder) } }
    }
}
