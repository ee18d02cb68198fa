import TypedDatabase

/// A target's state: the documents of the last consistent state, and those received since.
struct WatchedTarget: Sendable {
    let target: ListenTarget

    /// The target's number in its session.
    private(set) var id: Int

    /// The last consistent state; `nil` before the first.
    private(set) var state: State?

    struct State: Sendable {
        var documents: TargetDocuments
        /// A time at or after all commits that the state has.
        var time: ReadTime
        /// The token by which a new session continues from this state.
        var resumeToken: String?
    }

    /// The time of this client's last write before the target was added to the session.
    private var addTime: ReadTime?

    /// Whether a consistent state has been reached since then, which has that write.
    private(set) var isCaughtUp = false

    private var documents = TargetDocuments()
    private var resumeToken: String?

    /// Whether all documents of the present state have been received.
    private var isCurrent = false

    /// The places that differ from the last consistent state, relative to the target's.
    private var marks = WatchMarks()

    /// - Parameter time: that of this client's last write.
    init(_ target: ListenTarget, id: Int, after time: ReadTime?) {
        self.target = target
        self.id = id
        addTime = time
    }

    /// Whether the consistent state has all commits up to a time.
    func hasCommits(upTo time: ReadTime) -> Bool {
        guard let state else { return false }
        if state.time >= time { return true }
        return isCaughtUp && addTime.map { $0 >= time } == true
    }

    /// Begins again with another number, in a new session or in this one. Returns the message for
    /// that.
    ///
    /// The documents received since the last consistent state are forgotten: the server sends the
    /// differences from that state, and not the removal of a document that wasn't in it.
    mutating func resume(id: Int, after time: ReadTime?) -> ListenRequest {
        guard let state, let token = state.resumeToken else { return restart(id: id, after: time) }
        begin(id, after: time)
        documents = state.documents
        resumeToken = token
        isCurrent = false
        marks = WatchMarks()
        return .add(id, target, resumeToken: token)
    }

    /// Begins again with all documents. Returns the message for that.
    mutating func restart(id: Int, after time: ReadTime?) -> ListenRequest {
        begin(id, after: time)
        reset()
        resumeToken = nil
        state?.resumeToken = nil
        return .add(id, target, resumeToken: nil)
    }

    private mutating func begin(_ id: Int, after time: ReadTime?) {
        self.id = id
        addTime = time
        isCaughtUp = false
    }

    // MARK: - Messages

    mutating func set(_ fields: TreeValue?, ofDocument document: TreePlace) {
        guard let place = target.place(of: document) else { return }
        documents.set(fields, at: place)
        marks.insert(place)
    }

    mutating func remove(_ document: TreePlace) {
        guard let place = target.place(of: document) else { return }
        documents.remove(place)
        marks.insert(place)
    }

    /// Forgets all documents, which are sent again.
    mutating func reset() {
        documents = TargetDocuments()
        isCurrent = false
        marks = .everything
    }

    mutating func becomeCurrent() {
        isCurrent = true
    }

    mutating func take(resumeToken: String) {
        self.resumeToken = resumeToken
    }

    /// Compares the number of documents with the server's. Returns whether it is the same.
    mutating func has(count: Int) -> Bool {
        // Of a deleted document, the server may tell only this.
        if target.documents == .one, count == 0 { remove(target.place) }
        return documents.count(target) == count
    }

    /// The consequence of a consistent state.
    enum Change {
        case none
        /// The places that have changed, relative to the target's.
        case places(WatchMarks)
        /// The query doesn't find all documents that are to be selected.
        case incomplete
    }

    /// Takes the documents as a consistent state, if all have been received.
    mutating func becomeConsistent(at time: ReadTime) -> Change {
        guard isCurrent else { return .none }
        if state == nil { marks = .everything }
        if !marks.isEmpty, !documents.areComplete(target) { return .incomplete }
        state = State(documents: documents, time: time, resumeToken: resumeToken)
        isCaughtUp = true
        defer { marks = WatchMarks() }
        return marks.isEmpty ? .none : .places(marks)
    }
}
