import TypedDatabase

extension EngineConformance {
    /// Checks of many concurrent tasks.
    static let concurrency: [ConformanceCheck] = [
        ConformanceCheck("a write that has returned is seen by the next read of any task") {
            engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        let place: TreePlace = ["all", "\(task)"]
                        for number in 0..<20 as Range<Int64> {
                            try await engine.set(.integer(number), at: place)
                            let read = Task { try await engine.read(place, .all).value }
                            try require(try await read.value, .integer(number), shown(place))
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        ConformanceCheck("no reader sees a batch in part") { engine in
            try await engine.writePair(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await engine.writePairs() }
                for _ in 0..<4 {
                    group.addTask {
                        var value: TreeValue?
                        while value?[["a", "x"]] != lastPair {
                            try Task.checkCancellation()
                            // An engine may never suspend, and the writer needs a thread as well.
                            await Task.yield()
                            value = try await engine.read(.root, .all).value
                            try requirePair(value)
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        ConformanceCheck("no watch sees a batch in part, nor misses the last") { engine in
            try await engine.writePair(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for pause in [0, 0, 1, 5] {
                    var begun = Follower(engine, .root)
                    try await begun.next()
                    group.addTask { [begun] in
                        var follower = begun
                        while follower.state?[["a", "x"]] != lastPair {
                            try await follower.next()
                            try requirePair(follower.state)
                            try await Task.sleep(for: .milliseconds(pause))
                        }
                    }
                }
                group.addTask { try await engine.writePairs() }
                try await group.waitForAll()
            }
        },
        ConformanceCheck("a cancelled write doesn't undo a later one") { engine in
            let numbers = 0..<20 as Range<Int64>
            for number in numbers {
                let place: TreePlace = ["all", "\(number)"]
                let write = Task { try await engine.set("old", at: place) }
                try await Task.sleep(for: .microseconds(number * 50))
                write.cancel()
                _ = await write.result
                try await engine.set(.integer(number), at: place)
            }
            // Time for a write that comes too late.
            try await Task.sleep(for: .milliseconds(50))
            for number in numbers {
                let place: TreePlace = ["all", "\(number)"]
                let value = try await engine.read(place, .all).value
                try require(value, .integer(number), shown(place))
            }
        },
        ConformanceCheck("watches that come and go don't disturb the others") { engine in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        var follower = Follower(
                            engine, ["all"], number % 2 == 0 ? .all : TreeSelection(limit: .last(3))
                        )
                        repeat {
                            try await follower.next()
                            if number % 3 == 0 { return follower.watch.cancel() }
                            if number % 3 == 1 { try await Task.sleep(for: .milliseconds(2)) }
                        } while follower.state?[["z", "done"]] == nil
                    }
                }
                group.addTask {
                    for number in 0..<200 as Range<Int64> {
                        try await engine.set(.integer(number), at: ["all", "\(number % 7)"])
                    }
                    try await engine.set(true, at: ["all", "z", "done"])
                }
                try await group.waitForAll()
            }
        },
    ]

    private static let lastPair: TreeValue = 100

    /// Checks that both values of a pair are equal.
    private static func requirePair(_ value: TreeValue?) throws {
        let (x, y) = (value?[["a", "x"]], value?[["b", "c", "y"]])
        guard x == y else {
            throw ConformanceFailure(
                "a/x and b/c/y are written together, but are \(shown(x)) and \(shown(y))")
        }
    }
}

extension DatabaseEngine {
    fileprivate func writePair(_ number: Int64) async throws {
        try await write([
            TreeEdit(["a", "x"], .set(PendingValue(.integer(number)))),
            TreeEdit(["b", "c", "y"], .set(PendingValue(.integer(number)))),
        ])
    }

    fileprivate func writePairs() async throws {
        for number in 1...100 as ClosedRange<Int64> {
            try await writePair(number)
            // Yields to the other tasks.
            try await Task.sleep(for: .microseconds(100))
        }
    }
}

extension TreeValue {
    fileprivate subscript(place: TreePlace) -> TreeValue? { TreeValue?(self)[place] }
}
