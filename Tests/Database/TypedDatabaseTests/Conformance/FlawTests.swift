import Testing
import TypedDatabase
import TypedDatabaseConformance

@Suite struct FlawTests {
    /// A flaw, a check that finds it, and a part of the check's message.
    private static let flaws: [(FlawedEngine.Flaw, String, String)] = [
        (.batchesInParts, "no reader sees a batch in part", "are written together, but are"),
        (
            .batchesInParts, "no watch sees a batch in part, nor misses the last",
            "are written together, but are"
        ),
        (.incrementsThatRace, "increments of many tasks are all counted", "count: expected 200"),
        (
            .serverTimesInSeconds, "a server time is in milliseconds since 1970",
            "expected milliseconds"
        ),
        (
            .partOfAValueKept, "children replace all children, not only those of the same keys",
            #"found {"a": {"b": 1, "c": 3, "d": 4}}"#
        ),
        (
            .versionsIgnored, "a replacement fails if the place is written",
            "a value was replaced that had changed"
        ),
        (.versionsIgnored, "transactions of many tasks are all made", "x/count: expected 80"),
        (
            .onlyTheFirstVersionChecked,
            "a conditional write makes no edit if one version of several has changed",
            "the values now: expected"
        ),
        (
            .onlyTheFirstVersionChecked, "versions can be checked without writing",
            "no version has changed, although b was written"
        ),
        (.checkedBeforeWritten, "transactions of many tasks are all made", "x/count: expected 80"),
        (
            .limitsNotCounted,
            "children in order by value: bools, numbers, texts, children, and ties by key",
            "the first 1: expected 1, found 26"
        ),
        (
            .versionsOfTheWholeTree, "a version is not concerned by what changes elsewhere",
            "x wasn't replaced by 3, although nothing had changed"
        ),
        (.keysAsSwiftTexts, "keys are told apart by their bytes", "expected 0, found 1"),
        (
            .keysUnsorted, "keys come in order: integers by value, then texts by code units",
            "the keys of all, by key: expected children([-2147483648, -10,"
        ),
        (
            .limitsIgnored,
            "children in order by value: bools, numbers, texts, children, and ties by key",
            "by value, the first 1: expected children([z])"
        ),
        (
            .boundsIncluded, "a range of keys has those between its bounds",
            "from -2147483648 (excluded): expected children([-10,"
        ),
        (
            .boundsWithoutKeys, "pages by value have each child once, in either direction",
            "the first 3: expected children([5, e]), found nothing"
        ),
        (.scalarsAsChildren, "only a selection of all has a scalar", "a scalar's first child"),
        (
            .existingScalarsDenied, "bools, numbers and texts aren't confused",
            "whether alone exists: expected true"
        ),
        (
            .updatesLost, "a watch sees each write, at its place, above and below",
            "after a write of nothing at a/b/c: the next update of a watch of the root"
        ),
        (
            .updatesLost, "a watch of the last two by value sees what enters, changes and leaves",
            "after a write of 2 at all/d/n: the next update of a watch of all"
        ),
        (
            .updatesInParts, "no watch sees a batch in part, nor misses the last",
            "are written together, but are"
        ),
        (
            .updatesNeverFirst, "the first update of a watch is the state",
            "the places of the first update of a watch of the root"
        ),
        (
            .updatesOfOthersMissing, "a watch sees each write, at its place, above and below",
            "after a write of 1 at a/b/c: the next update of a watch of a/b/c"
        ),
        (
            .watchesKept, "a watch that nobody holds is released",
            "a watch is held by something other than its user"
        ),
        (
            .cancelledWritesLate, "a cancelled write doesn't undo a later one",
            #"found Optional("old")"#
        ),
        (
            .cancellationIgnored, "cancelling a task ends its wait for an update",
            "the wait of a cancelled task: no answer"
        ),
    ]

    @Test(arguments: flaws)
    func aCheckFindsAFlaw(
        _ flaw: FlawedEngine.Flaw, _ name: String, _ message: String
    ) async throws {
        let check = try #require(EngineConformance.checks.first { $0.name == name })
        let failure = await EngineConformance.$timeLimit.withValue(.seconds(15)) {
            await #expect(throws: ConformanceFailure.self) {
                try await check.run(on: FlawedEngine(flaw))
            }
        }
        #expect(failure?.description.contains(message) == true, "\(failure as Any)")
    }

    /// A flaw, and a part of the message by which the model finds it with the seed 1.
    private static let flawsOfTheModel: [(FlawedEngine.Flaw, String)] = [
        (.partOfAValueKept, "has led to a state that never was"),
        (.versionsIgnored, "when it is replaced: expected"),
        (.keysAsSwiftTexts, "at é"),
        (.limitsIgnored, "by a, the first 4: expected children(["),
        (.boundsIncluded, "to nothing (excluded), the first 5: expected nothing"),
        (.boundsWithoutKeys, "(excluded), the last 4: expected children([A]), found nothing"),
        (.keysUnsorted, "found children([-1, 0, 01, 1])"),
        (.scalarsAsChildren, "the first 5: expected nothing, found {"),
        (.existingScalarsDenied, "exists: expected true, found false"),
        (.updatesLost, "the next update of a watch of the root"),
        (.updatesInParts, "has led to a state that never was"),
        (.updatesNeverFirst, "the places of the first update of a watch"),
        (.updatesOfOthersMissing, "the next update of a watch of"),
    ]

    @Test(arguments: flawsOfTheModel)
    func theModelFindsAFlaw(_ flaw: FlawedEngine.Flaw, _ message: String) async throws {
        let failure = await EngineConformance.$timeLimit.withValue(.seconds(15)) {
            await #expect(throws: ConformanceFailure.self) {
                try await ModelCheck(seed: 1, steps: 2000).run(on: FlawedEngine(flaw))
            }
        }
        let description = try #require(failure?.description)
        #expect(
            description.hasPrefix("seed 1, step ") && description.contains(message),
            "\(description)")
    }

    @Test func noTwoChecksHaveTheSameName() {
        let names = EngineConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func aDatabaseThatIsNotEmptyIsAFailure() async throws {
        let engine = FlawedEngine(.batchesInParts)
        try await engine.write([.init(["a"], .set(.init(1)))])
        for check in EngineConformance.checks.prefix(3) {
            await #expect(throws: ConformanceFailure.self) { try await check.run(on: engine) }
        }
    }
}
