import TypedDatabase

extension FirestoreEngine {
    /// The number of times that a write is tried again because a document has changed meanwhile.
    private static let maximumTries = 100

    /// Makes all edits in one commit, atomically across documents and collections.
    ///
    /// Edits that only remove fields don't make a missing document.
    public func write(_ edits: [TreeEdit]) async throws {
        let commit = Commit(writes: try DocumentWrite.writes(of: edits, layout))
        if commit.isEmpty { return }
        try await requests.write(at: edits.map(\.place)) { [self] in
            var commit = commit
            for count in 0..<Self.maximumTries {
                if count > 3 {
                    try await client.settings.wait(.contention, afterFailures: count)
                }
                if try await send(commit, at: edits.first?.place) { return }
                commit = try await withoutMissing(commit)
                if commit.isEmpty { return }
            }
            throw TreeDatabaseError(
                .conflict, at: edits.first?.place,
                "other clients have made and removed the document again and again")
        }
    }

    /// Makes all edits in one commit, if the documents and fields still have these versions.
    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        let writes = try DocumentWrite.writes(of: edits, layout)
        let conditions = try versions.map { try PlaceCondition($0, layout) }
        let places = edits.map(\.place) + versions.map(\.place)
        if places.isEmpty { return .written }
        return try await requests.write(at: places) { [self] in
            try await write(writes, conditions, at: places[0])
        }
    }

    private func write(
        _ writes: [DocumentWrite], _ conditions: [PlaceCondition], at place: TreePlace
    ) async throws -> ConditionalWriteResult {
        // The versions of documents are their times, so nothing has to be read first.
        if !conditions.isEmpty, let commit = Commit(writes, conditions) {
            if try await send(commit, at: place) { return .written }
        }
        for count in 0..<Self.maximumTries {
            if count > 3 { try await client.settings.wait(.contention, afterFailures: count) }
            let documents = try await self.documents(
                of: conditions.map(\.location)
                    + writes.filter(\.onlyRemoves).map { .document($0.document) }, at: place)
            let current = conditions.map { condition in
                (documents[condition.document] ?? ReadDocument())
                    .versioned(at: condition.location.field)
            }
            guard zip(conditions, current).allSatisfy({ $0.isMet(by: $1) }) else {
                return .changed(current)
            }
            if try await send(Commit(writes, conditions, documents), at: place) {
                return .written
            }
        }
        throw TreeDatabaseError(
            .conflict, at: place,
            "other clients have changed the document \(Self.maximumTries) times in a row")
    }

    /// Sends a commit. Returns whether its conditions were met.
    private func send(_ commit: Commit, at place: TreePlace?) async throws -> Bool {
        if commit.isEmpty { return true }
        var call = FirestoreCall(
            method: .commit, body: commit.json(client.root, layout), errorPlace: place)
        guard call.body.count <= DocumentLimits.requestSize else {
            throw TreeDatabaseError(
                .tooLarge, at: place,
                "Firestore takes \(DocumentLimits.requestSize) bytes in one batch; this one has "
                    + "\(call.body.count): write it in parts")
        }
        call.hasCondition = commit.hasConditions
        if commit.isHarmful {
            call.repetition = .harmful
        } else if !commit.conditions.isEmpty {
            call.repetition = .conditional
        }
        let response = try await client.response(to: call)
        guard 200..<300 ~= response.head.status else { return false }
        if let time = CommitAnswer(response.body)?.time { hub.wrote(at: time) }
        return true
    }

    /// Returns a commit without removals from documents that are missing.
    private func withoutMissing(_ commit: Commit) async throws -> Commit {
        let removals = commit.writes.filter(\.onlyRemoves).map(\.document)
        let existing = try await existing(removals)
        var commit = commit
        commit.writes.removeAll { $0.onlyRemoves && !existing.contains($0.document) }
        return commit
    }
}
