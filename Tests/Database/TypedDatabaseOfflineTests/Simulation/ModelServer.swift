import TypedDatabase

/// A server with one rule, and all states that it ever had.
struct ModelServer {
    /// The states, one per commit, after the empty one.
    private(set) var history: [TreeValue?] = [nil]

    var value: TreeValue? { history[history.count - 1] }

    /// The number of the latest state.
    var index: Int { history.count - 1 }

    /// The rule: places named `forbidden` can't be written.
    static func allows(_ edits: [TreeEdit]) -> Bool {
        !edits.contains { $0.place.keys.contains("forbidden") }
    }

    mutating func commit(_ edits: [TreeEdit], at time: Int64) {
        var value = value
        for edit in edits {
            value[edit.place] = edit.resolved(at: time, from: value[edit.place])
        }
        history.append(value)
    }

    /// Returns the first state from one on in which a place has a value.
    func index(of value: TreeValue?, at place: TreePlace, from start: Int) -> Int? {
        history.indices.dropFirst(start).first { history[$0][place] == value }
    }
}
