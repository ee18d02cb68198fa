import DatabaseTransport
import TypedDatabase

/// The watches of an engine and their targets: a value whose transitions return actions.
///
/// Watches of places in one document share a target, and so do those of one query.
struct WatchTable: Sendable {
    enum Action {
        case send(ListenRequest)
        case wake(WatchSignal)
        case fail(WatchSignal, TreeDatabaseError)
        /// A consistent state was reached.
        case reachedState
        case endSession(StreamState.End)
    }

    private var targets: Targets
    private var signals: [ListenTarget: [ObjectIdentifier: WatchSignal]] = [:]
    private var keys: [ObjectIdentifier: ListenTarget] = [:]

    /// The watches whose targets' states may lack this client's last write before the watch began,
    /// with the time of that write. They wait for a later state.
    private var waiting: [ObjectIdentifier: ReadTime] = [:]

    init(_ root: DocumentRoot) {
        targets = Targets(root)
    }

    /// Whether there is no watch.
    var isEmpty: Bool { targets.isEmpty }

    /// The number of targets.
    var targetCount: Int { signals.count }

    /// Returns the state of a watch's target; `nil` until it is known.
    func state(for signal: WatchSignal) -> TargetTree? {
        guard waiting[ObjectIdentifier(signal)] == nil, let key = keys[ObjectIdentifier(signal)],
            let state = targets.state(of: key)
        else { return nil }
        return TargetTree(place: key.place, value: state.documents.value)
    }

    // MARK: - Watches

    mutating func add(_ signal: WatchSignal, to target: ListenTarget) -> [Action] {
        keys[ObjectIdentifier(signal)] = target
        signals[target, default: [:]][ObjectIdentifier(signal)] = signal
        signal.record(CollectionOfOne(.root))
        guard targets.contains(target) else { return [.send(targets.add(target))] }
        if let time = targets.lastWrite, !targets.hasCommits(target, upTo: time) {
            waiting[ObjectIdentifier(signal)] = time
            return targets.refresh(target).map { .send($0) }
        }
        return targets.state(of: target) == nil ? [] : [.wake(signal)]
    }

    /// Records a write of this client, which later watches must include.
    mutating func wrote(at time: ReadTime) {
        targets.wrote(at: time)
    }

    /// Wakes the waiting watches whose targets have caught up, and refreshes the other targets.
    private mutating func wakeCaughtUp() -> [Action] {
        var actions: [Action] = []
        var stale: Set<ListenTarget> = []
        for (id, time) in waiting {
            guard let key = keys[id], let signal = signals[key]?[id] else { continue }
            if targets.hasCommits(key, upTo: time) {
                waiting[id] = nil
                signal.record(CollectionOfOne(.root))
                actions.append(.wake(signal))
            } else {
                stale.insert(key)
            }
        }
        return actions + stale.flatMap { targets.refresh($0).map { .send($0) } }
    }

    /// Removes a watch, and its target if no other watch has it.
    mutating func remove(_ signal: WatchSignal) -> [Action] {
        guard let key = keys.removeValue(forKey: ObjectIdentifier(signal)) else { return [] }
        waiting[ObjectIdentifier(signal)] = nil
        signals[key]?[ObjectIdentifier(signal)] = nil
        guard signals[key]?.isEmpty == true else { return [] }
        signals[key] = nil
        return targets.remove(key).map { [.send($0)] } ?? []
    }

    /// Removes all watches with an error.
    mutating func fail(_ error: TreeDatabaseError) -> [Action] {
        let failed = signals.values.flatMap(\.values)
        targets.removeAll()
        signals = [:]
        keys = [:]
        waiting = [:]
        return failed.map { .fail($0, error.at($0.place)) }
    }

    // MARK: - Sessions

    /// Returns the messages that add all targets to a new session.
    mutating func resume() -> [ListenRequest] { targets.resume() }

    mutating func apply(_ message: ListenMessage) -> [Action] {
        targets.apply(message).flatMap { apply($0) }
    }

    private mutating func apply(_ effect: Targets.Effect) -> [Action] {
        switch effect {
        case .send(let request): return [.send(request)]
        case .endSession(let status):
            return [.endSession(status.map { .refused($0.error(at: nil)) } ?? .lost)]
        case .fail(let target, let status):
            let failed = signals.removeValue(forKey: target) ?? [:]
            for id in failed.keys {
                keys[id] = nil
                waiting[id] = nil
            }
            return failed.values.map { .fail($0, status.error(at: $0.place)) }
        case .reachedState: return [.reachedState] + wakeCaughtUp()
        case .change(let target, let marks): return mark(target, marks).map { .wake($0) }
        case .incomplete(let target):
            let watches = (signals[target] ?? [:]).values
            let all = ListenTarget(target.place, .all)
            return watches.flatMap { remove($0) } + watches.flatMap { add($0, to: all) }
        }
    }

    /// Marks changed places of a target in its watches. Returns the watches with any.
    private func mark(_ target: ListenTarget, _ marks: WatchMarks) -> [WatchSignal] {
        let places = marks.places.map(target.place.appending)
        return (signals[target] ?? [:]).values.filter { signal in
            let relative = places.compactMap { $0.changed(in: signal.place) }
            signal.record(relative)
            return !relative.isEmpty
        }
    }
}

/// The consistent state of a target's place.
struct TargetTree: TreeState {
    let place: TreePlace
    let value: TreeValue?

    func value(at place: TreePlace) -> TreeValue? {
        value[place.relative(to: self.place)]
    }
}

extension TreeDatabaseError {
    fileprivate func at(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(kind, at: place, message)
    }
}
