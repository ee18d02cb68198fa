/// The edits of a transaction, merged into a batch, in which none is inside another.
struct SequentialEdits {
    /// The edits by the number of their first one.
    private var edits: [Int: TreeEdit] = [:]
    private var numbers = PlaceTree<Int>()
    private var lastNumber = 0

    /// The batch, in the order of the edits.
    var batch: [TreeEdit] { edits.sorted { $0.key < $1.key }.map(\.value) }

    /// Merges an edit that is made after the others.
    ///
    /// - Throws: `TreeDatabaseError.Kind.overlappingEdits` for an increment of a place at or below
    ///   the engine's time, or above edited places: the sum isn't known.
    mutating func follow(with edit: TreeEdit) throws(TreeDatabaseError) {
        if let number = numbers.containing(edit.place).first {
            try edits[number]?.follow(with: edit)
            return
        }
        if case .increment = edit.operation, let other = numbers.below(edit.place).min() {
            throw TreeDatabaseError(
                .overlappingEdits, at: edit.place,
                "the transaction has edited \(edits[other]?.place ?? .root) before, so there may be "
                    + "children here; set the place instead of incrementing it")
        }
        lastNumber += 1
        for number in numbers.replace(edit.place, with: lastNumber) { edits[number] = nil }
        edits[lastNumber] = edit
    }

    /// Returns a place's value after the edits.
    ///
    /// - Parameter value: the place's value before the edits.
    /// - Throws: `TreeDatabaseError.Kind.overlappingEdits` if the value has the engine's time in
    ///   it.
    func applied(
        to value: TreeValue?, at place: TreePlace
    ) throws(TreeDatabaseError) -> TreeValue? {
        var value = value
        let above = numbers.containing(place)
        for number in above.isEmpty ? numbers.below(place).sorted() : above {
            guard let edit = edits[number] else { continue }
            if case .set(let pending) = edit.operation {
                let times = pending.serverTimes.map { edit.place.appending($0) }
                if let time = times.first(where: place.overlaps) {
                    throw TreeDatabaseError(
                        .overlappingEdits, at: time,
                        "the engine's time is put here when the transaction is made; "
                            + "it can't be read in the same transaction")
                }
            }
            if edit.place.contains(place) {
                let below = place.relative(to: edit.place)
                // An increment above the place makes a number, which has no children.
                let current = below == .root ? value : nil
                value = edit.resolved(at: 0, from: current)[below]
            } else {
                let below = edit.place.relative(to: place)
                value[below] = edit.resolved(at: 0, from: value[below])
            }
        }
        return value
    }
}

extension TreeEdit {
    /// Merges a later edit at or below the place.
    fileprivate mutating func follow(with next: TreeEdit) throws(TreeDatabaseError) {
        let below = next.place.relative(to: place)
        switch (operation, next.operation) {
        case (_, .set) where below == .root:
            operation = next.operation
        case (.set(var value), .set(let new)):
            value.set(new, at: below)
            operation = .set(value)
        case (.set(var value), .increment(let delta)):
            guard !value.serverTimes.contains(where: below.overlaps) else {
                throw TreeDatabaseError(
                    .overlappingEdits, at: next.place,
                    "the transaction puts the engine's time here, which it can't add to")
            }
            value.value[below] = TreeValue.sum(value.value[below], delta)
            operation = .set(value)
        case (.increment(let a), .increment(let b)) where below == .root:
            operation = .increment(TreeValue.sum(a, b))
        case (.increment, .set(let new)) where new.isNothing:
            // Removing a place below a number is a no-op.
            break
        case (.increment, .set(let new)):
            var value = PendingValue(nil)
            value.set(new, at: below)
            operation = .set(value)
        case (.increment, .increment(let delta)):
            var value = PendingValue(nil)
            value.value[below] = delta
            operation = .set(value)
        }
    }
}

extension PendingValue {
    /// Whether the value is nothing, and stays nothing when it is written.
    var isNothing: Bool { value == nil && serverTimes.isEmpty }

    /// Sets the value of a place below.
    fileprivate mutating func set(_ new: PendingValue, at place: TreePlace) {
        // Removing a place below a scalar, such as a time, is a no-op.
        if new.isNothing, serverTimes.contains(where: { $0.contains(place) && $0 != place }) {
            return
        }
        value[place] = new.value
        if new.value == nil, !new.serverTimes.isEmpty { makeRoom(above: place) }
        serverTimes.removeAll(where: place.overlaps)
        serverTimes += new.serverTimes.map { place.appending($0) }
    }

    /// Removes scalars above a place for the engine's time.
    private mutating func makeRoom(above place: TreePlace) {
        for depth in 0..<place.depth {
            let above = TreePlace(Array(place.keys.prefix(depth)))
            switch value[above] {
            case .children?: continue
            case nil: return
            default: value[above] = nil
            }
        }
    }
}
