import TypedDatabase

/// The targets of a session and their documents: a value whose transitions return effects.
struct Targets: Sendable {
    /// The consequence of a message.
    enum Effect {
        /// A consistent state, after its changes.
        case reachedState
        /// The places, relative to the target's, that have changed in a consistent state.
        case change(ListenTarget, WatchMarks)
        /// The target's query doesn't find all selected documents.
        case incomplete(ListenTarget)
        case send(ListenRequest)
        /// The server has refused or ended a target, which is removed.
        case fail(ListenTarget, FirestoreStatus)
        /// The server has ended a target, and all have to begin again.
        case endSession(FirestoreStatus?)
    }

    private let root: DocumentRoot
    private var targets: [ListenTarget: WatchedTarget] = [:]
    private var keys: [Int: ListenTarget] = [:]
    private var lastID = 0

    /// The time of this client's last write, which the targets added from now on have.
    private(set) var lastWrite: ReadTime?

    init(_ root: DocumentRoot) {
        self.root = root
    }

    var isEmpty: Bool { targets.isEmpty }

    /// Returns the last consistent state of a target's place; `nil` before the first.
    func state(of target: ListenTarget) -> WatchedTarget.State? { targets[target]?.state }

    func contains(_ target: ListenTarget) -> Bool { targets[target] != nil }

    /// Whether a target's consistent state has all commits up to a time.
    func hasCommits(_ target: ListenTarget, upTo time: ReadTime) -> Bool {
        targets[target]?.hasCommits(upTo: time) ?? false
    }

    /// Records a write of this client.
    mutating func wrote(at time: ReadTime) {
        lastWrite = max(lastWrite ?? time, time)
    }

    mutating func add(_ target: ListenTarget) -> ListenRequest {
        let id = nextID(for: target)
        targets[target] = WatchedTarget(target, id: id, after: lastWrite)
        return .add(id, target, resumeToken: nil)
    }

    mutating func remove(_ target: ListenTarget) -> ListenRequest? {
        guard let watched = targets.removeValue(forKey: target) else { return nil }
        keys[watched.id] = nil
        return .remove(watched.id)
    }

    mutating func removeAll() {
        targets = [:]
        keys = [:]
    }

    /// Returns the messages that add all targets to a new session.
    mutating func resume() -> [ListenRequest] {
        keys = [:]
        return targets.keys.compactMap { target in
            let id = nextID(for: target)
            return targets[target]?.resume(id: id, after: lastWrite)
        }
    }

    /// Returns the messages that request a target's current state; none while such a request is
    /// pending.
    mutating func refresh(_ target: ListenTarget) -> [ListenRequest] {
        guard let watched = targets[target], watched.isCaughtUp else { return [] }
        keys[watched.id] = nil
        let id = nextID(for: target)
        let request = targets[target]?.resume(id: id, after: lastWrite)
        return [.remove(watched.id)] + (request.map { [$0] } ?? [])
    }

    /// Returns a number that no target has had, since messages about that one may still come.
    ///
    /// The numbers are even, as those of Firebase's SDKs.
    private mutating func nextID(for target: ListenTarget) -> Int {
        lastID += 2
        keys[lastID] = target
        return lastID
    }

    // MARK: - Messages

    mutating func apply(_ message: ListenMessage) -> [Effect] {
        switch message {
        case .documentChange(let document, let ids, let removedIDs):
            guard let place = root.place(ofName: document.name) else { return [] }
            change(removedIDs) { $0.remove(place) }
            change(ids) { $0.set(document.fields, ofDocument: place) }
            return []
        case .documentRemoval(let name, let ids):
            guard let place = root.place(ofName: name) else { return [] }
            change(ids) { $0.remove(place) }
            return []
        case .filter(let id, let count): return filter(id, count)
        case .targetChange(let change): return apply(change)
        }
    }

    private mutating func change(_ ids: [Int], _ body: (inout WatchedTarget) -> Void) {
        for id in ids {
            guard let key = keys[id], var target = targets[key] else { continue }
            // Releases the reference, so that the documents are changed in place.
            targets[key] = nil
            body(&target)
            targets[key] = target
        }
    }

    private mutating func filter(_ id: Int, _ count: Int) -> [Effect] {
        guard let key = keys[id], targets[key]?.matches(count: count) == false else { return [] }
        keys[id] = nil
        let newID = nextID(for: key)
        guard let request = targets[key]?.restart(id: newID, after: lastWrite) else { return [] }
        return [.send(.remove(id)), .send(request)]
    }

    private mutating func apply(_ new: TargetChange) -> [Effect] {
        let ids = new.targetIDs.isEmpty ? Array(keys.keys) : new.targetIDs
        if let token = new.resumeToken { change(ids) { $0.setResumeToken(token) } }
        switch new.kind {
        case .none:
            guard new.isConsistentState, let time = new.readTime else { return [] }
            return becomeConsistent(at: time)
        case .added: return []
        case .current: change(ids) { $0.becomeCurrent() }
        case .reset: change(ids) { $0.reset() }
        case .removed: return new.targetIDs.flatMap { removed($0, new.cause) }
        }
        return []
    }

    private mutating func removed(_ id: Int, _ cause: FirestoreStatus?) -> [Effect] {
        guard let key = keys[id] else { return [] }
        // A new session gets a new token.
        guard let cause, !cause.isUnauthenticated else {
            return [.endSession(cause)]
        }
        _ = remove(key)
        return [.fail(key, cause)]
    }

    private mutating func becomeConsistent(at time: ReadTime) -> [Effect] {
        var effects: [Effect] = []
        for key in keys.values {
            switch targets[key]?.becomeConsistent(at: time) {
            case .places(let marks)?: effects.append(.change(key, marks))
            case .incomplete?: effects.append(.incomplete(key))
            case .none?, nil: break
            }
        }
        return effects + [.reachedState]
    }
}

// MARK: - One target

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

    /// Continues from the last consistent state under another number, in this session or a new one.
    /// Returns the message that does so.
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

    /// Begins again without any documents. Returns the message that does so.
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

    mutating func setResumeToken(_ token: String) {
        resumeToken = token
    }

    /// Compares the number of documents with the server's. Returns whether it is the same.
    mutating func matches(count: Int) -> Bool {
        // Of a deleted document, the server may tell only this.
        if target.documents == .one, count == 0 { remove(target.place) }
        return documents.count(target) == count
    }

    /// The consequence of a consistent state.
    enum Change {
        case none
        /// The places that have changed, relative to the target's.
        case places(WatchMarks)
        /// The query doesn't find all selected documents.
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

/// The documents of a target.
struct TargetDocuments: Sendable {
    /// The value at the target's place: a document's fields, or a collection's documents by ID.
    private(set) var value: TreeValue?

    /// The documents without fields, which are nothing in the tree, relative to the target's place.
    private var empty: Set<TreePlace> = []

    /// Sets the fields of a document at a place relative to the target's.
    mutating func set(_ fields: TreeValue?, at place: TreePlace) {
        value[place] = fields
        if fields == nil { empty.insert(place) } else { empty.remove(place) }
    }

    mutating func remove(_ place: TreePlace) {
        value[place] = nil
        empty.remove(place)
    }

    /// Returns the number of a target's documents.
    func count(_ target: ListenTarget) -> Int {
        let count = target.documents == .one ? value == nil ? 0 : 1 : value?.children.count ?? 0
        return count + empty.count
    }

    /// Whether the documents contain all that a target's watches select.
    func areComplete(_ target: ListenTarget) -> Bool {
        guard case .found(let query) = target.documents, query.query.limit != nil else {
            return true
        }
        let order = TreeSelection(order: query.selection.order)
        let found = order.select(from: value?.children ?? TreeChildren())
            .map { FoundDocument(key: $0.key, value: $0.value) }
        let all = found + empty.compactMap(\.keys.last).map { FoundDocument(key: $0, value: nil) }
        return query.isComplete(query.query.isDescending ? all.reversed() : all)
    }
}

/// A time of the server, by which a state is known to have a commit or not.
struct ReadTime: Hashable, Comparable, Sendable {
    /// The time with nine digits of a second's fraction, so that later times are greater texts.
    private let text: String

    /// Parses a timestamp as the server writes it: `2026-11-22T05:49:18.867389Z`, with up to nine
    /// digits after the seconds, or none. Returns `nil` for other texts.
    init?(_ timestamp: String) {
        guard
            let match = timestamp.wholeMatch(
                of: /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z/)
        else { return nil }
        let fraction = match.2 ?? ""
        text = match.1 + "." + fraction + String(repeating: "0", count: 9 - fraction.count)
    }

    static func < (a: ReadTime, b: ReadTime) -> Bool { a.text < b.text }
}
