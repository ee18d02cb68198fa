/// The edits that a batch or a transaction has collected.
public struct CollectedEdits {
    let database: TreeDatabase

    /// Whether a later edit is applied to the earlier ones it overlaps with. Otherwise, overlaps
    /// are errors.
    private let isSequential: Bool
    private var edits: [TreeEdit] = []
    private var failure: (any Error)?

    init(_ database: TreeDatabase, isSequential: Bool) {
        self.database = database
        self.isSequential = isSequential
    }

    /// Returns the edits, or throws the first error.
    func checkedEdits() throws -> [TreeEdit] {
        if let failure { throw failure }
        if !isSequential { try edits.checkOverlaps() }
        return edits
    }

    /// Adds edits, or keeps the error.
    mutating func add(_ edits: (TreeDatabase) throws -> [TreeEdit]) {
        guard failure == nil else { return }
        do {
            let edits = try edits(database)
            for edit in edits { try TreeLimits.check(edit.place) }
            if isSequential {
                for edit in edits { try self.edits.follow(with: edit) }
            } else {
                self.edits += edits
            }
        } catch {
            failure = error
        }
    }
}
