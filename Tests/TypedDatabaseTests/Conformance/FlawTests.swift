import Testing
import TypedDatabase
import TypedDatabaseConformance

@Suite struct FlawTests {
    @Test(
        arguments: [
            (.batchesInParts, "no reader sees a batch in part"),
            (.batchesInParts, "no watch sees a batch in part, nor misses the last"),
            (.incrementsThatRace, "increments of many tasks are all counted"),
            (.serverTimesInSeconds, "a server time is in milliseconds since 1970"),
            (.partOfAValueKept, "children replace all children, not only those of the same keys"),
            (.versionsIgnored, "a replacement fails if the place is written"),
            (.versionsIgnored, "transactions of many tasks are all made"),
            (
                .onlyTheFirstVersionChecked,
                "a conditional write makes no edit if one version of several has changed"
            ),
            (.onlyTheFirstVersionChecked, "versions can be checked without writing"),
            (.checkedBeforeWritten, "transactions of many tasks are all made"),
            (
                .limitsNotCounted,
                "children in order by value: bools, numbers, texts, children, and ties by key"
            ),
            (.versionsOfTheWholeTree, "a version is not concerned by what changes elsewhere"),
            (.keysAsSwiftTexts, "keys are told apart by their bytes"),
            (.keysUnsorted, "keys come in order: integers by value, then texts by code units"),
            (
                .limitsIgnored,
                "children in order by value: bools, numbers, texts, children, and ties by key"
            ),
            (.boundsIncluded, "a range of keys has those between its bounds"),
            (.boundsWithoutKeys, "pages by value have each child once, in either direction"),
            (.scalarsAsChildren, "only a selection of all has a scalar"),
            (.existingScalarsDenied, "bools, numbers and texts aren't confused"),
            (.updatesLost, "a watch sees each write, at its place, above and below"),
            (.updatesLost, "a watch of the last two by value sees what enters, changes and leaves"),
            (.updatesInParts, "no watch sees a batch in part, nor misses the last"),
            (.updatesNeverFirst, "the first update of a watch is the state"),
            (.updatesOfOthersMissing, "a watch sees each write, at its place, above and below"),
            (.watchesKept, "a watch that nobody holds is released"),
            (.cancelledWritesLate, "a cancelled write doesn't undo a later one"),
            (.cancellationIgnored, "cancelling a task ends its wait for an update"),
        ] as [(FlawedEngine.Flaw, String)])
    func aCheckFindsAFlaw(_ flaw: FlawedEngine.Flaw, _ name: String) async throws {
        let check = try #require(EngineConformance.checks.first { $0.name == name })
        await EngineConformance.$timeLimit.withValue(.milliseconds(500)) {
            await #expect(throws: ConformanceFailure.self) {
                try await check.run(on: FlawedEngine(flaw))
            }
        }
    }

    @Test(
        arguments: [
            .partOfAValueKept, .versionsIgnored, .keysAsSwiftTexts, .limitsIgnored, .boundsIncluded,
            .boundsWithoutKeys, .keysUnsorted, .scalarsAsChildren, .existingScalarsDenied,
            .updatesLost,
            .updatesInParts, .updatesNeverFirst, .updatesOfOthersMissing,
        ] as [FlawedEngine.Flaw])
    func theModelFindsAFlaw(_ flaw: FlawedEngine.Flaw) async throws {
        await EngineConformance.$timeLimit.withValue(.milliseconds(500)) {
            let failure = await #expect(throws: ConformanceFailure.self) {
                try await ModelCheck(seed: 1, steps: 2000).run(on: FlawedEngine(flaw))
            }
            #expect(failure?.description.hasPrefix("seed 1, step ") == true)
        }
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
