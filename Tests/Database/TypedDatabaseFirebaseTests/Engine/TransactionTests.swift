import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance
import TypedPaths

@testable import TypedDatabaseFirebase

@Suite(.serialized) struct TransactionTests {
    @Test func transactionsAndWritesOfManyTasksAllSucceed() async throws {
        try await ServedEngine.run { served in
            let load = TransactionLoad(tasks: Effort.times(8), times: 20)
            try await load.count(in: served.engine)
        }
    }

    @Test func aTransactionOverSeveralPlacesSaysWhatToDo() async throws {
        try await ServedEngine.run { served in
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await TreeDatabase(served.engine).transaction { _ in }
            }
            #expect(error?.kind == .unsupported)
            let versions = [PlaceVersion(["a"], .value(nil)), PlaceVersion(["b"], .value(nil))]
            for edits in [[], [TreeEdit(["a"], .increment(1))]] as [[TreeEdit]] {
                let error = await #expect(throws: TreeDatabaseError.self) {
                    _ = try await served.engine.write(edits, ifUnchanged: versions)
                }
                #expect(error?.kind == .unsupported)
            }
            let root = try await served.engine.value(at: .root)
            #expect(root == nil)
        }
    }

    @Test func keysAreEnoughToCountChildrenByKey() async throws {
        try await ServedEngine.run { served in
            try await served.engine.set(["a": ["x": 1], "b": 2, "c": ["y": 3]], at: ["all"])
            let children: Path<TreeValue>.Collection = Path.append(Path(), "all")
            let all = TreeDatabase(served.engine).children(of: children)
            #expect(try await all.count() == 3)
            #expect(try await all.ordered(byChild: "x").count() == 3)
            #expect(try await all.starting(after: "a").count() == 2)
            #expect(try await all.last(2).count() == 2)
        }
    }
}
