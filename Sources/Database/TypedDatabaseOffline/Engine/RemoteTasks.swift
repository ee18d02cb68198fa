import TypedDatabase

/// The tasks that ask the remote for a device: each ends with a transition.
extension OfflineCore {
    /// Sends writes.
    func send(_ sending: Outbox.Sending) {
        Task {
            let answer: Answer
            do {
                try await remote.write(sending.edits)
                answer = .made
            } catch {
                answer = Answer(error)
            }
            change { $0.answered(sending, answer) }
        }
    }

    /// Finds out whether the remote can be reached.
    func probe(_ place: TreePlace) {
        Task { [weak self, remote] in
            let error = await Self.probe(remote, place)
            self?.change { $0.probed(error) }
        }
    }

    /// Returns the error if a remote hasn't answered. Refusing a read is an answer.
    private static func probe(
        _ remote: any DatabaseEngine, _ place: TreePlace
    ) async -> TreeDatabaseError? {
        do {
            _ = try await remote.exists(place)
            return nil
        } catch {
            if case .refused = Answer(error) { return nil }
            return TreeDatabaseError(passing: error)
        }
    }

    /// Reads places of awaited writes, to compare a stream with them.
    func confirm(_ id: TrackedQuery.ID, upTo last: Int, _ queries: [Query]) {
        Task {
            let results = try? await values(of: queries)
            change { $0.confirmed(id, upTo: last, results) }
        }
    }

    private func values(of queries: [Query]) async throws -> [Query: TreeValue?] {
        var values: [Query: TreeValue?] = [:]
        for query in queries {
            values[query] = .some(try await remote.read(query.place, query.selection).value)
        }
        return values
    }

    /// Reports after a while.
    func wait(for timer: Timer) {
        let duration = settings.duration(of: timer, random: .random(in: 0...1))
        Task { [weak self] in
            try? await Task.sleep(for: duration)
            self?.change { $0.passed(timer) }
        }
    }

    /// Follows a watch of the remote, and watches again after failures, until it is closed.
    func follow(_ id: TrackedQuery.ID, _ follower: RemoteFollower) async {
        var failureCount = 0
        while let watch = follower.begin({ remote.watch(id.query.place, id.query.selection) }) {
            do {
                while true {
                    let updates = try await watch.next()
                    failureCount = 0
                    change { $0.received(id, updates) }
                }
            } catch let error as TreeDatabaseError where error.endsWatches {
                return change { $0.ended(id, error) }
            } catch {
                failureCount += 1
                watch.cancel()
                let random = Double.random(in: 0...1)
                try? await Task.sleep(
                    for: settings.pause(afterFailures: failureCount, random: random))
            }
        }
    }

    /// Follows the remote's connection.
    static func followConnection(of core: OfflineCore) -> Task<Void, Never> {
        Task { [weak core, states = core.remote.connection] in
            for await connection in states {
                core?.change { $0.setRemote(connection) }
            }
        }
    }

    /// Stops sending and watching. Pending writes stay in the store.
    func stop() {
        let followers = state.withLock { state in
            state.isStopped = true
            state.device.isPaused = true
            if !state.isStoring { state.reservation = nil }
            return Array(state.followers.values)
        }
        for follower in followers { follower.cancel() }
    }
}

// MARK: - Followers

/// A task that follows watches of the remote, one after the other.
final class RemoteFollower: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var watch: (any TreeWatch)?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Starts the task; cancelled at once if the follower is.
    func start(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Begins a watch; `nil` if the follower is cancelled.
    func begin(_ makeWatch: () -> any TreeWatch) -> (any TreeWatch)? {
        if state.withLock({ $0.isCancelled }) { return nil }
        let watch = makeWatch()
        return state.withLock { state in
            if state.isCancelled { return nil }
            state.watch = watch
            return watch
        }
    }

    /// Ends the watch before it returns, so that the remote serves no later one from it.
    func cancel() {
        let (task, watch) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.watch)
        }
        watch?.cancel()
        task?.cancel()
    }
}

// MARK: - Pauses

/// The pauses of an engine.
struct OfflineSettings: Sendable {
    /// The first pause after a failed attempt to send, which doubles each time.
    var firstPause = Duration.seconds(1)
    var longestPause = Duration.seconds(30)

    /// The wait for a write's effect in a stream, before a read asks for it.
    var confirmation = Duration.seconds(2)

    /// The same wait, if the stream has shown something else.
    var soonConfirmation = Duration.milliseconds(100)

    /// The wait of an increment for reads of its place.
    var gate = Duration.seconds(5)

    /// The time that an engine has to end with a store, before another one of that store fails.
    var handover = Duration.seconds(1)

    /// Returns a pause between half and all of its full length, so that devices that lost a server
    /// at the same time don't come back at the same time.
    ///
    /// - Parameter random: a number from 0 to 1.
    func pause(afterFailures count: Int, random: Double) -> Duration {
        min(firstPause * (1 << min(max(count - 1, 0), 10)), longestPause) * (0.5 + random / 2)
    }

    func duration(of timer: Timer, random: Double) -> Duration {
        switch timer {
        case .pause(_, let count): pause(afterFailures: count, random: random)
        case .confirmation(_, _, let isSoon): isSoon ? soonConfirmation : confirmation
        case .gate: gate
        case .settling: pause(afterFailures: 3, random: random)
        }
    }
}
