import DatabaseTransport
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirestore

/// Watches of a server that does what the emulator doesn't.
@Suite struct WatchSessionTests {
    private let server = FakeWebChannel()

    // MARK: - Sharing

    @Test func aHundredWatchesShareASession() async throws {
        let engine = try FirestoreEngine.faked(server)
        let places = (0..<100).map { ["users", "u\($0)"] as TreePlace }
        let watches = places.map { engine.watch($0, .all) }
        for watch in watches { #expect(try await watch.next() == [TreeUpdate(.root, nil)]) }
        #expect(server.count("open") == 1)
        #expect(server.sessionCount == 1)
        #expect(server.targetCount == 100)
        server.commit(Dictionary(uniqueKeysWithValues: places.map { ($0, ["age": 1]) }))
        for watch in watches { #expect(try await watch.next() == [TreeUpdate(.root, ["age": 1])]) }
        for watch in watches { watch.cancel() }
        #expect(try await eventually { server.targetCount == 0 })
        #expect(server.count("open") == 1)
        #expect(server.count("listen") == 1)
    }

    @Test func watchesInADocumentShareATarget() async throws {
        let engine = try FirestoreEngine.faked(server)
        server.commit([["users", "ann"]: ["age": 1, "name": "Ann"]])
        let age = engine.watch(["users", "ann", "age"], .all)
        let name = engine.watch(["users", "ann", "name"], .all)
        let all = engine.watch(["users", "ann"], .all)
        #expect(try await age.next() == [TreeUpdate(.root, 1)])
        #expect(try await name.next() == [TreeUpdate(.root, "Ann")])
        #expect(try await all.next() == [TreeUpdate(.root, ["age": 1, "name": "Ann"])])
        #expect(engine.hub.targetCount == 1)
        server.commit([["users", "ann"]: ["age": 2, "name": "Ann"]])
        #expect(try await age.next() == [TreeUpdate(.root, 2)])
        #expect(try await all.next() == [TreeUpdate(["age"], 2)])
        age.cancel()
        all.cancel()
        server.commit([["users", "ann"]: ["age": 2, "name": "Anna"]])
        #expect(try await name.next() == [TreeUpdate(.root, "Anna")])
        #expect(server.targetCount == 1)
    }

    @Test func aCommitIsSeenWhole() async throws {
        let engine = try FirestoreEngine.faked(server)
        let watch = engine.watch(["users"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
        for resets in [false, true] {
            server.fail { $0.resets = resets }
            for count in 1...20 as ClosedRange<Int64> {
                let count = TreeValue.integer(resets ? count + 20 : count)
                server.commit([["users", "ann"]: ["n": count], ["users", "bob"]: ["n": count]])
                var state = TreeValue?.none
                for update in try await watch.next() { state[update.place] = update.value }
                let values = [state[["ann", "n"]], state[["bob", "n"]]]
                #expect(values.allSatisfy { $0 == count } || state == ["ann": ["n": count]])
            }
        }
    }

    @Test(arguments: [false, true])
    func nothingIsTornOrLostUnderThreeWritersAndBrokenConnections(_ resets: Bool) async throws {
        server.fail { $0.resets = resets }
        let engine = try FirestoreEngine.faked(server)
        let last = Int64(Effort.times(100))
        let seed = Seed.make()
        let watch = engine.watch(["users"], .all)
        _ = try await watch.next()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask { [server] in
                    var random = SplitMix64(seed: seed &+ UInt64(writer))
                    for number in 1...last {
                        let changes = ThreeWriters.documents(of: writer).map {
                            ($0, TreeChildren?(["n": .integer(number)]))
                        }
                        server.commit(Dictionary(uniqueKeysWithValues: changes))
                        switch Int.random(in: 0..<20, using: &random) {
                        case 0: server.cutListeners()
                        case 1: server.endSessions()
                        case 2: server.fail { $0.lostAnswerCount = 1 }
                        default: await Task.yield()
                        }
                    }
                }
            }
            group.addTask {
                var state: TreeValue?
                var numbers: [TreeValue?] = [nil, nil, nil]
                while numbers != [.integer(last), .integer(last), .integer(last)] {
                    for update in try await watch.next() { state[update.place] = update.value }
                    for writer in 0..<3 {
                        let values = ThreeWriters.keys(of: writer).map { state[[$0, "n"]] }
                        #expect(Set(values).count == 1, "torn: \(values)")
                        numbers[writer] = values[0]
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    // MARK: - Sessions that end

    @Test func anEndedSessionIsContinuedFromItsLastState() async throws {
        let engine = try FirestoreEngine.faked(server)
        server.commit([["users", "ann"]: ["age": 1], ["users", "bob"]: ["age": 1]])
        let watch = engine.watch(["users"], .all)
        _ = try await watch.next()
        for count in 2...20 as ClosedRange<Int64> {
            server.fail { $0.isDown = true }
            server.endSessions()
            server.commit([["users", "bob"]: ["age": .integer(count)]])
            server.fail { $0.isDown = false }
            #expect(try await watch.next() == [TreeUpdate(["bob", "age"], .integer(count))])
        }
        let tokens = server.addedTokens
        #expect(tokens.count == 20)
        #expect(tokens.first == .some(nil))
        #expect(tokens.dropFirst().allSatisfy { $0 != nil })
    }

    @Test func aDeletionWithoutASessionIsSeen() async throws {
        let engine = try FirestoreEngine.faked(server)
        server.commit([["users", "ann"]: ["age": 1], ["users", "bob"]: ["age": 1]])
        let watch = engine.watch(["users"], .all)
        _ = try await watch.next()
        server.endSessions()
        server.commit([["users", "bob"]: nil])
        #expect(try await watch.next() == [TreeUpdate(["bob"], nil)])
    }

    @Test func aMismatchOfAFilterReadsAllDocuments() async throws {
        let engine = try FirestoreEngine.faked(server)
        server.commit([["users", "ann"]: ["age": 1], ["users", "bob"]: ["age": 1]])
        let watch = engine.watch(["users"], .all)
        _ = try await watch.next()
        server.fail { $0.forgotten = [["users", "bob"]] }
        server.endSessions()
        server.commit([["users", "bob"]: nil])
        #expect(try await watch.next() == [TreeUpdate(["bob"], nil)])
        #expect(server.addedTokens == [nil, "v1", nil])
        #expect(server.targetCount == 1)
    }

    @Test(arguments: [
        #""stop""#, #"{"error":{"message":null,"status":"UNKNOWN"}}"#,
        #"[{"error":{"code":8,"message":"too much","status":"RESOURCE_EXHAUSTED"}}]"#,
        #"{"targetChange":{"targetChangeType":"REMOVE","targetIds":[4]}}"#, "{]", #"{"filter":{}}"#,
    ])
    func anErrorOfASessionBeginsAnother(_ array: String) async throws {
        let engine = try FirestoreEngine.faked(server)
        let watch = engine.watch(["users", "ann"], .all)
        _ = try await watch.next()
        server.send(array)
        #expect(try await eventually { server.count("open") == 2 })
        server.commit([["users", "ann"]: ["age": 1]])
        #expect(try await watch.next() == [TreeUpdate(.root, ["age": 1])])
        #expect(try await eventually { server.sessionCount == 1 })
    }

    @Test func aRefusedTargetConcernsItsWatchesOnly() async throws {
        let engine = try FirestoreEngine.faked(server)
        server.fail { $0.refusedTargets = [["rooms"]: 7] }
        let users = engine.watch(["users"], .all)
        let rooms = engine.watch(["rooms"], .all)
        _ = try await users.next()
        await #expect {
            try await rooms.next()
        } throws: { error in
            let error = error as? TreeDatabaseError
            return error?.kind == .permissionDenied && error?.place == ["rooms"]
        }
        server.commit([["users", "ann"]: ["age": 1]])
        #expect(try await users.next() == [TreeUpdate(["ann"], ["age": 1])])
        #expect(server.count("open") == 1)
    }

    @Test func aRefusedSessionFailsItsWatches() async throws {
        let engine = try FirestoreEngine.faked(server)
        server.fail { $0.refusals = [403, 403] }
        let watches = [engine.watch(["users"], .all), engine.watch(["rooms"], .all)]
        for watch in watches {
            await #expect {
                try await watch.next()
            } throws: { error in
                (error as? TreeDatabaseError)?.kind == .permissionDenied
            }
            watch.cancel()
        }
        #expect(!engine.hub.hasSession)
        // A later watch tries again.
        let watch = engine.watch(["users"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
    }

    @Test func aRefusedTokenIsRenewed() async throws {
        let count = Locked(0)
        let engine = try FirestoreEngine.faked(server) {
            count.withLock { $0 += 1 }
            return .idToken("token\(count.withLock { $0 })")
        }
        server.fail { $0.refusals = [401] }
        let watch = engine.watch(["users", "ann"], .all)
        _ = try await watch.next()
        server.send(#"{"error":{"message":"expired","status":"UNAUTHENTICATED"}}"#)
        #expect(try await eventually { server.sessionCount == 1 && server.count("open") == 3 })
        server.commit([["users", "ann"]: ["age": 1]])
        #expect(try await watch.next() == [TreeUpdate(.root, ["age": 1])])
        #expect(
            server.state.withLock { $0.headers } == [
                "Authorization:Bearer token2\r\n", "Authorization:Bearer token3\r\n",
            ])
    }

    @Test func aTokenThatIsRefusedAgainFailsTheWatches() async throws {
        let engine = try FirestoreEngine.faked(server) { .idToken("secret") }
        server.fail { $0.refusals = [401, 401, 401] }
        let watch = engine.watch(["users", "ann"], .all)
        await #expect {
            try await watch.next()
        } throws: { error in
            (error as? TreeDatabaseError)?.kind == .unauthenticated
        }
    }

    @Test func noErrorHasTheToken() async throws {
        let engine = try FirestoreEngine.faked(server) { .idToken("secret") }
        let watches = [engine.watch(["users"], .all), engine.watch(["rooms"], .all)]
        for watch in watches { _ = try await watch.next() }
        let cause = #""cause":{"code":7,"message":"not for secret"}"#
        server.send(#"{"targetChange":{"targetChangeType":"REMOVE","targetIds":[4,6],\#(cause)}}"#)
        server.send(#"{"error":{"message":"not for secret","status":"PERMISSION_DENIED"}}"#)
        for watch in watches {
            await #expect {
                try await watch.next()
            } throws: { error in
                let error = error as? TreeDatabaseError
                return error?.kind == .permissionDenied
                    && error?.message.contains("secret") == false
            }
        }
    }

    @Test func aMessageThatIsTooLongFailsTheWatches() async throws {
        let engine = try FirestoreEngine.faked(server)
        var client = ListenClient(engine.client)
        client.maximumChunkCount = 10_000
        let hub = WatchHub(client)
        let signal = WatchSignal(["users", "ann"])
        hub.add(signal, to: ListenTarget(signal.place, .one))
        #expect(try await eventually { server.targetCount == 1 })
        let text = String(repeating: "x", count: 10_000)
        server.commit([["users", "ann"]: ["text": .string(text)]])
        #expect(
            try await eventually {
                do {
                    _ = try signal.take()
                    return false
                } catch let error as TreeDatabaseError {
                    return error.kind == .tooLarge && error.place == ["users", "ann"]
                }
            })
        #expect(!hub.hasSession)
    }

    // MARK: - Connections that break

    @Test func aBrokenBackChannelGoesOn() async throws {
        let engine = try FirestoreEngine.faked(server)
        let watch = engine.watch(["users", "ann"], .all)
        _ = try await watch.next()
        for count in 1...20 as ClosedRange<Int64> {
            server.cutListeners()
            server.commit([["users", "ann"]: ["n": .integer(count)]])
            _ = try await watch.next()
        }
        #expect(server.count("open") == 1)
        #expect(server.count("listen") > 1)
    }

    @Test func aLostAnswerToAMessageIsNoLoss() async throws {
        let engine = try FirestoreEngine.faked(server)
        let first = engine.watch(["users", "ann"], .all)
        _ = try await first.next()
        for count in 0..<10 {
            server.fail { $0.lostAnswerCount = count.isMultiple(of: 2) ? 2 : 1 }
            let watch = engine.watch(["users", "u\(count)"], .all)
            #expect(try await watch.next() == [TreeUpdate(.root, nil)])
            watch.cancel()
            #expect(try await eventually { server.targetCount == 1 })
        }
        #expect(server.count("open") == 1)
        // Each message was taken once: an ID that is used twice ends the session.
        #expect(server.state.withLock { $0.messages.count } == 21)
    }

    @Test func aSilentBackChannelIsAskedAnew() async throws {
        server.fail { $0.keepAlive = 40 }
        let engine = try FirestoreEngine.faked(server)
        let watch = engine.watch(["users", "ann"], .all)
        _ = try await watch.next()
        server.fail { $0.holdsBack = true }
        for count in 1...5 as ClosedRange<Int64> {
            server.commit([["users", "ann"]: ["n": .integer(count)]])
            _ = try await watch.next()
        }
        #expect(server.count("open") == 1)
        #expect(server.count("listen") > 5)
    }

    @Test func answersThatAreHeldBackAreToEnd() async throws {
        server.fail {
            $0.keepAlive = 40
            $0.isMute = true
        }
        let engine = try FirestoreEngine.faked(server)
        let watch = engine.watch(["users", "ann"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
        server.commit([["users", "ann"]: ["n": 1]])
        #expect(try await watch.next() == [TreeUpdate(.root, ["n": 1])])
    }

    /// Each run breaks one connection after another number of bytes, and sees the same.
    @Test(arguments: [false, true])
    func aConnectionMayBreakAtEveryByte(_ resets: Bool) async throws {
        var length = 0
        while true {
            let server = FakeWebChannel()
            server.fail {
                $0.bytesUntilCut = length
                $0.resets = resets
            }
            server.commit([["users", "ann"]: ["n": 0]])
            let engine = try FirestoreEngine.faked(server)
            let users = engine.watch(["users"], .all)
            let ann = engine.watch(["users", "ann", "n"], .all)
            var states: (users: TreeValue?, ann: TreeValue?)
            try await users.reach(["ann": ["n": 0]], from: &states.users)
            try await ann.reach(0, from: &states.ann)
            server.commit([["users", "ann"]: ["n": 1], ["users", "é😀"]: ["n": 1]])
            try await users.reach(["ann": ["n": 1], "é😀": ["n": 1]], from: &states.users)
            try await ann.reach(1, from: &states.ann)
            server.commit([["users", "ann"]: nil])
            try await users.reach(["é😀": ["n": 1]], from: &states.users)
            try await ann.reach(nil, from: &states.ann)
            let wasCut = server.state.withLock { $0.faults.bytesUntilCut == nil }
            if !wasCut { break }
            length += resets ? 7 : 1
        }
        #expect(length > 1000)
    }

    // MARK: - Ends

    @Test func anEngineThatIsReleasedEndsItsSession() async throws {
        do {
            let watch = try FirestoreEngine.faked(server).watch(["users"], .all)
            _ = try await watch.next()
            watch.cancel()
            #expect(server.sessionCount == 1)
        }
        #expect(try await eventually { server.sessionCount == 0 })
        #expect(server.count("terminate") == 1)
    }

    @Test func aCancelledTaskEndsItsWatch() async throws {
        let engine = try FirestoreEngine.faked(server)
        let tasks = (0..<50).map { index in
            Task {
                let path: Path<Int> = Path.append(Path(), "users", "u\(index)", "n")
                for try await _ in TreeDatabase(engine).snapshots(at: path) {}
            }
        }
        #expect(try await eventually { server.targetCount == 50 })
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        #expect(try await eventually { server.targetCount == 0 })
    }
}

extension FakeWebChannel {
    /// The resume tokens of the targets that have been added.
    fileprivate var addedTokens: [String?] {
        state.withLock { state in
            state.messages.filter { $0.children["addTarget"] != nil }.map { message in
                guard case .string(let token)? = TreeValue?(message)[["addTarget", "resumeToken"]]
                else { return nil }
                return token
            }
        }
    }
}
