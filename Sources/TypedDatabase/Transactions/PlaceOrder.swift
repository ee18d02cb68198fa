/// Which writes and transactions may begin, given the earlier ones that haven't ended: a transaction
/// has its places to itself.
///
/// Two overlap if a place of one contains a place of the other. Of two that overlap, the later one
/// waits if either is a transaction. Plain writes don't wait for each other.
struct PlaceOrder: Sendable {
    enum Claim: Sendable {
        case write([TreeEdit])
        case transaction([TreePlace])
    }

    private struct Entry {
        let claim: Claim

        /// How many earlier ones it has to wait for.
        var blockerCount = 0
    }

    private var entries: [Int: Entry] = [:]
    private var transactionCount = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Adds one. Returns whether it may begin at once.
    ///
    /// - Parameter id: greater than those before.
    mutating func add(_ id: Int, _ claim: Claim) -> Bool {
        var entry = Entry(claim: claim)
        if claim.isTransaction { transactionCount += 1 }
        // Without transactions, nothing is compared.
        if transactionCount > 0 {
            entry.blockerCount = entries.values.count { $0.claim.blocks(claim) }
        }
        entries[id] = entry
        return entry.blockerCount == 0
    }

    /// Whether one may begin, or has begun.
    func mayBegin(_ id: Int) -> Bool {
        entries[id]?.blockerCount == 0
    }

    /// Removes one that has ended, or isn't wanted any more. Returns those that may begin now, in order.
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

extension PlaceOrder.Claim {
    fileprivate var isTransaction: Bool {
        if case .transaction = self { true } else { false }
    }

    /// Whether a later one has to wait for this one.
    fileprivate func blocks(_ later: Self) -> Bool {
        switch (self, later) {
        case (.write, .write): false
        case (.write(let edits), .transaction(let places)),
            (.transaction(let places), .write(let edits)):
            edits.contains { edit in places.contains { $0.overlaps(edit.place) } }
        case (.transaction(let earlier), .transaction(let later)):
            earlier.contains { place in later.contains { $0.overlaps(place) } }
        }
    }
}

extension TreePlace {
    /// Whether one of the two places contains the other.
    fileprivate func overlaps(_ other: TreePlace) -> Bool {
        contains(other) || other.contains(self)
    }
}
