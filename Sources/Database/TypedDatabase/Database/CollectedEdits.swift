/// The edits that a batch or a transaction has collected.
public struct CollectedEdits {
    let database: TreeDatabase

    /// Whether a later edit is applied to the earlier ones it overlaps with. Otherwise, overlaps
    /// are errors.
    private let isSequential: Bool
    private var edits: [TreeEdit] = []

    /// The edits, if they are made one after the other.
    private var sequence = SequentialEdits()
    private var failure: (any Error)?

    init(_ database: TreeDatabase, isSequential: Bool) {
        self.database = database
        self.isSequential = isSequential
    }

    /// Returns the edits, or throws the first error.
    func checkedEdits() throws -> [TreeEdit] {
        try check()
        if isSequential { return sequence.batch }
        try edits.checkOverlaps()
        return edits
    }

    /// Returns a place's value after the edits of a transaction.
    func applied(to value: TreeValue?, at place: TreePlace) throws -> TreeValue? {
        try sequence.applied(to: value, at: place)
    }

    /// Throws the first error.
    func check() throws {
        if let failure { throw failure }
    }

    /// Adds edits, or keeps the error.
    mutating func add(_ edits: (TreeDatabase) throws -> [TreeEdit]) {
        guard failure == nil else { return }
        do {
            let edits = try edits(database)
            for edit in edits { try TreeLimits.check(edit.place) }
            if isSequential {
                for edit in edits { try sequence.follow(with: edit) }
            } else {
                self.edits += edits
            }
        } catch {
            failure = error
        }
    }
}
