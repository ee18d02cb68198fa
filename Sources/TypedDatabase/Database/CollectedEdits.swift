/// The edits that a batch or a transaction has collected.
public struct CollectedEdits {
    let database: TreeDatabase

    /// Whether a later edit changes earlier ones that it overlaps with. Otherwise that is an error.
    private let isSequential: Bool
    private var edits: [TreeEdit] = []
    private var failure: (any Error)?

    init(_ database: TreeDatabase, isSequential: Bool) {
        self.database = database
        self.isSequential = isSequential
    }

    /// The edits, or the first reason why they can't be made.
    func checkedEdits() throws -> [TreeEdit] {
        if let failure { throw failure }
        if !isSequential { try edits.checkOverlaps() }
        return edits
    }

    /// Takes in edits, unless they can't be made.
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
