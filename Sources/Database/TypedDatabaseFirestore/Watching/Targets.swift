import TypedDatabase

/// The targets of a session, and what the server has sent of them: a value whose transitions return
/// what to do next.
struct Targets: Sendable {
    /// The consequence of a message.
    enum Effect {
        /// A consistent state, after its changes.
        case reachedState
        /// The places, relative to the target's, that have changed in a consistent state.
        case change(ListenTarget, WatchMarks)
        /// The target's query doesn't find all documents that are to be selected.
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

    /// Notes a write of this client.
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

    /// Returns the messages that ask for a target's present state, unless it has been asked for
    /// already and hasn't come yet.
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
        guard let key = keys[id], targets[key]?.has(count: count) == false else { return [] }
        keys[id] = nil
        let newID = nextID(for: key)
        guard let request = targets[key]?.restart(id: newID, after: lastWrite) else { return [] }
        return [.send(.remove(id)), .send(request)]
    }

    private mutating func apply(_ new: TargetChange) -> [Effect] {
        let ids = new.targetIDs.isEmpty ? Array(keys.keys) : new.targetIDs
        if let token = new.resumeToken { change(ids) { $0.take(resumeToken: token) } }
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
