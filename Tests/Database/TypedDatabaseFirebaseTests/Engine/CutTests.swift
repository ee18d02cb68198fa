import RealtimeDatabaseServer
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

/// The connection ends after each number of bytes that an answer can have.
@Suite(.serialized) struct CutTests {
    @Test func readsAreTriedAgain() async throws {
        try await ServedEngine.run { served in
            try await served.engine.set(["name": "é😀", "count": 12345], at: ["a"])
            for length in 0..<280 {
                served.server.faults.add(.cut(after: length))
                let value = try await served.engine.value(at: ["a"])
                #expect(value == ["name": "é😀", "count": 12345], "\(length)")
            }
            // The longest are whole.
            #expect((281..<560).contains(served.server.requestCount))
        }
    }

    @Test func plainWritesAreTriedAgain() async throws {
        try await ServedEngine.run { served in
            for length in 0..<220 {
                served.server.faults.add(.cut(after: length))
                try await served.engine.set(.integer(Int64(length)), at: ["a"])
                #expect(try await served.engine.value(at: ["a"]) == .integer(Int64(length)))
            }
        }
    }

    @Test func incrementsAreDoneOnce() async throws {
        try await ServedEngine.run { served in
            var unknownCount = 0
            for length in 0..<220 {
                // The connection that is used for the increment is one that has been used before.
                let before = try await served.engine.value(at: ["n"])
                #expect(before == (length == 0 ? nil : .integer(Int64(length))))
                served.server.faults.add(.cut(after: length))
                do {
                    try await served.engine.write([TreeEdit(["n"], .increment(1))])
                } catch let error as TreeDatabaseError {
                    #expect(error.kind == .outcomeUnknown)
                    unknownCount += 1
                }
            }
            #expect(try await served.engine.value(at: ["n"]) == 220)
            #expect(0 < unknownCount && unknownCount < 220)
        }
    }

    @Test func replacementsAreDoneOnce() async throws {
        try await ServedEngine.run { served in
            for length in 0..<220 {
                let current = try await served.engine.read(["n"], .all)
                #expect(current.value == (length == 0 ? nil : .integer(Int64(length))))
                served.server.faults.add(.cut(after: length))
                do {
                    let result = try await served.engine.replace(
                        ["n"], with: PendingValue(.integer(Int64(length + 1))),
                        ifVersionIs: current.version)
                    guard case .replaced = result else {
                        Issue.record("\(result)")
                        return
                    }
                } catch let error as TreeDatabaseError {
                    #expect(error.kind == .outcomeUnknown)
                }
            }
        }
    }

    @Test func streamsBeginAgain() async throws {
        try await ServedEngine.run { served in
            try await served.engine.set(["name": "é😀"], at: ["a"])
            for length in 0..<260 {
                served.server.faults.add(.cut(after: length))
                let watch = served.engine.watch(["a"], .all)
                #expect(try await watch.next() == [TreeUpdate(.root, ["name": "é😀"])], "\(length)")
                watch.cancel()
            }
        }
    }

    @Test func eventsAreNeitherLostNorDoubled() async throws {
        try await ServedEngine.run { served in
            // The head of the stream and its first event have less than 260 bytes.
            for length in 100..<400 {
                try await served.engine.set(["x": 0], at: ["a"])
                served.server.faults.add(.cut(after: length))
                let watch = served.engine.watch(["a"], .all)
                var state: TreeValue? = nil
                for update in try await watch.next() { state[update.place] = update.value }
                #expect(state == ["x": 0])
                for count in 1...2 as ClosedRange<Int64> {
                    try await served.engine.set(.integer(count), at: ["a", "x"])
                    #expect(try await watch.next() == [TreeUpdate(["x"], .integer(count))])
                }
                watch.cancel()
            }
        }
    }
}
