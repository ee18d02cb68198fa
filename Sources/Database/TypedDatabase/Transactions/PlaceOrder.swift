/// The order of writes and transactions at overlapping places, in which transactions are exclusive.
///
/// Two overlap if a place of one contains a place of the other. Of two that overlap, the later one
/// waits if either is a transaction. Plain writes don't wait for each other.
struct PlaceOrder: Sendable {
    struct Claim: Sendable {
        let places: [TreePlace]
        let isTransaction: Bool

        static func write(_ places: [TreePlace]) -> Self {
            Self(places: places, isTransaction: false)
        }

        static func transaction(_ places: [TreePlace]) -> Self {
            Self(places: places, isTransaction: true)
        }

        /// Whether a later claim has to wait for this one.
        fileprivate func blocks(_ later: Self) -> Bool {
            (isTransaction || later.isTransaction)
                && places.contains { place in later.places.contains(where: place.overlaps) }
        }
    }

    private struct Entry {
        let claim: Claim

        /// The number of earlier claims that this one has to wait for.
        var blockerCount = 0
    }

    private var entries: [Int: Entry] = [:]
    private var transactionCount = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a claim. Returns whether it may begin at once.
    ///
    /// - Parameter id: a number greater than those before.
    mutating func add(_ id: Int, _ claim: Claim) -> Bool {
        var entry = Entry(claim: claim)
        if claim.isTransaction { transactionCount += 1 }
        // Without transactions, no claims are compared.
        if transactionCount > 0 {
            entry.blockerCount = entries.values.count { $0.claim.blocks(claim) }
        }
        entries[id] = entry
        return entry.blockerCount == 0
    }

    /// Whether a claim may begin, or has begun.
    func mayBegin(_ id: Int) -> Bool {
        entries[id]?.blockerCount == 0
    }

    /// Removes a claim that has ended, or is cancelled. Returns those that may begin now, in order.
    mutating func remove(_ id: Int) -> [Int] {
        let hadTransactions = transactionCount > 0
        guard let removed = entries.removeValue(forKey: id)?.claim else { return [] }
        if removed.isTransaction { transactionCount -= 1 }
        guard hadTransactions else { return [] }
        var ready: [Int] = []
        for (other, entry) in entries where other > id && removed.blocks(entry.claim) {
            entries[other]?.blockerCount -= 1
            if entry.blockerCount == 1 { ready.append(other) }
        }
        return ready.sorted()
    }
}
