import Testing

@testable import TypedDatabase

@Suite struct WatchMarksTests {
    @Test(
        arguments: [
            ([], []),
            ([["a"]], [["a"]]),
            ([["a"], ["a"]], [["a"]]),
            ([["a"], ["a", "b"]], [["a"]]),
            ([["a", "b"], ["a", "c"], ["a"]], [["a"]]),
            ([["a", "b"], ["a", "c", "d"], ["b"]], [["a", "b"], ["a", "c", "d"], ["b"]]),
            ([["a", "b"], []], [[]]),
            ([[], ["a", "b"]], [[]]),
        ] as [([TreePlace], [TreePlace])])
    func placesInsideMarkedOnesNeedNoMark(_ inserted: [TreePlace], _ marked: [TreePlace]) {
        let marks = WatchMarks(inserted)
        #expect(Set(marks.places) == Set(marked))
        #expect(marks.places.count == marked.count)
        #expect(marks.isEmpty == marked.isEmpty)
        #expect(marks.isEverything == (marked == [[]]))
    }

    @Test func tooManyPlacesAreEverything() {
        var marks = WatchMarks((0..<WatchMarks.limit).map { [TreeKey("\($0)")] })
        #expect(marks.places.count == WatchMarks.limit)
        marks.insert(["0", "a"])
        #expect(!marks.isEverything)
        marks.insert(["another"])
        #expect(marks.places == [.root])
    }

    @Test func aUnionHasTheMarksOfBoth() {
        var marks = WatchMarks([["a"], ["b", "c"]])
        marks.formUnion(WatchMarks([["a", "x"], ["b"]]))
        #expect(Set(marks.places) == [["a"], ["b"]])
    }
}

@Suite struct WatchSignalTests {
    @Test func recordedMarksWaitForTheirWake() async throws {
        let signal = WatchSignal(.root)
        let next = Task { try await signal.next().places }
        try await Task.sleep(for: .milliseconds(20))
        signal.record([["a"]])
        signal.record([["b"]])
        signal.wake()
        #expect(try await Set(next.value) == [["a"], ["b"]])
        #expect(try signal.take().isEmpty)
    }

    @Test func anErrorEndsTheWait() async throws {
        let signal = WatchSignal(.root)
        let next = Task { try await signal.next() }
        await Task.yield()
        signal.fail(TreeDatabaseError(.permissionDenied, "no"))
        signal.end()
        await #expect(throws: TreeDatabaseError.self) { try await next.value }
        signal.mark([["a"]])
        await #expect(throws: TreeDatabaseError.self) { try await signal.next() }
        #expect(throws: TreeDatabaseError.self) { try signal.take() }
    }

    @Test func cancellationNeverLeavesATaskHanging() async throws {
        for round in 0..<500 {
            let signal = WatchSignal(.root)
            let next = Task { try await signal.next() }
            for _ in 0..<round % 5 { await Task.yield() }
            async let marked: Void = signal.mark([["a"]])
            next.cancel()
            _ = await next.result
            await marked
            if case .failure = await next.result { #expect(try signal.take().places == [["a"]]) }
        }
    }

    @Test func manyWritersAndOneReaderLoseNothing() async throws {
        let signal = WatchSignal(.root)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<100 { signal.mark([["\(writer)", "\(number)"]]) }
                }
            }
            var seen = Set<TreePlace>()
            while seen.count < 800 { seen.formUnion(try await signal.next().places) }
            try await group.waitForAll()
        }
        #expect(try signal.take().isEmpty)
    }
}

extension WatchSignal {
    /// Waits for marks, and takes them.
    fileprivate func next() async throws -> WatchMarks {
        try await wait()
        return try take()
    }
}
