import TypedDatabase

extension OfflineCore {
    /// Starts what an effect asks for.
    func start(_ effect: Effect) {
        switch effect {
        case .send(let sending):
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
        case .probe(let place):
            Task { [weak self, remote] in
                let error = await Self.probe(remote, place)
                self?.change { $0.probed(error) }
            }
        case .open(let id):
            let follower = RemoteFollower()
            let isStopped = state.withLock { state in
                if !state.isStopped { state.followers[id] = follower }
                return state.isStopped
            }
            if !isStopped { follower.start { await self.follow(id, follower) } }
        case .close(let id):
            state.withLock { $0.followers.removeValue(forKey: id) }?.cancel()
        case .confirm(let id, let last, let queries):
            Task {
                let results = try? await values(of: queries)
                change { $0.confirmed(id, upTo: last, results) }
            }
        case .wait(let timer):
            Task {
                [weak self, duration = settings.duration(of: timer, random: .random(in: 0...1))] in
                try? await Task.sleep(for: duration)
                self?.change { $0.passed(timer) }
            }
        case .store, .load, .fail, .mark: break
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

    private func values(of queries: [Query]) async throws -> [Query: TreeValue?] {
        var values: [Query: TreeValue?] = [:]
        for query in queries {
            values[query] = .some(try await remote.read(query.place, query.selection).value)
        }
        return values
    }

    /// Follows a watch of the remote, and watches again after failures, until it is closed.
    private func follow(_ id: TrackedQuery.ID, _ follower: RemoteFollower) async {
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

    /// Stops sending and watching. What is pending stays in the store.
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
