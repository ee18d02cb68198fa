import Foundation
import TestSupport
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct PageTests {
    private static let seed = Seed.make(for: "PageTests")

    private let engine = MemoryEngine()
    private let database: TreeDatabase

    init() {
        database = TreeDatabase(engine)
    }

    private var scores: TreeQuery<String, Int, ByKey<Int>> {
        database.children(of: Path().scores)
    }

    private func fill(
        _ count: Int, value: (Int) -> TreeValue = { .integer(Int64($0)) }
    ) async throws {
        let children = (0..<count).map { (TreeKey("k\($0)"), value($0)) }
        let all = TreeValue(TreeChildren(children))
        try await engine.set(all, at: ["scores"])
    }

    @Test(arguments: [1, 2, 3, 7, 10, 100], [false, true])
    func pagesGiveAllChildrenOnce(_ size: Int, _ isReversed: Bool) async throws {
        try await fill(10) { .integer(Int64($0 % 3)) }
        try await expectWhole(isReversed ? scores.reversed() : scores, size)
        let byValue = scores.orderedByValue()
        try await expectWhole(isReversed ? byValue.reversed() : byValue, size)
        let bounded = byValue.starting(at: 1).ending(before: 2)
        try await expectWhole(isReversed ? bounded.reversed() : bounded, size)
        try await fill(10) { ["a": .integer(Int64($0 % 2)), "b": ["c": 1]] }
        try await expectWhole(scores.ordered(byChild: "a"), size)
        try await expectWhole(scores.ordered(byChild: "b"), size)
        try await expectWhole(scores.ordered(byChild: "none").reversed(), size)
    }

    private func expectWhole(
        _ query: TreeQuery<String, Int, some UnlimitedOrder>, _ size: Int
    ) async throws {
        let all = try await query.get().map(\.key)
        var keys: [String] = []
        var pageCount = 0
        for try await page in query.pages(of: size) {
            keys += page.children.map(\.key)
            pageCount += 1
            #expect(page.isLast == (keys.count == all.count))
            #expect(page.isLast || page.children.count == size)
        }
        #expect(keys == all)
        #expect(pageCount == (all.count + size - 1) / size)
    }

    @Test func thereAreNoPagesOfNothing() async throws {
        for try await _ in scores.pages(of: 5) { Issue.record("There is nothing.") }
        let page = try await scores.page(of: 5)
        #expect(page.children.isEmpty && page.isLast && page.cursor == nil)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func noneIsRepeatedOrLostWhenOthersComeAndGo(_ round: UInt64) async throws {
        var random = SplitMix64(seed: Self.seed &+ round)
        try await fill(20) { .integer(Int64($0 / 3)) }
        let stable = Set((0..<20).filter { _ in Bool.random(using: &random) }.map { "k\($0)" })
        var pages = somePages(using: &random).makeAsyncIterator()
        var keys: [String] = []
        while let page = try await pages.next() {
            keys += page.children.map(\.key)
            for _ in 0..<3 {
                let key = "k\(Int.random(in: 0..<25, using: &random))"
                if stable.contains(key) { continue }
                let path = Path().scores.child(key)
                if Bool.random(using: &random) {
                    try await database.remove(at: path)
                } else {
                    try await database.set(Int.random(in: 0..<8, using: &random), at: path)
                }
            }
        }
        #expect(keys.filter(stable.contains).sorted() == stable.sorted())
    }

    private func somePages(
        using random: inout some RandomNumberGenerator
    ) -> TreePages<String, Int> {
        var request = scores.request
        if Bool.random(using: &random) { request = request.ordered { .root } }
        if Bool.random(using: &random) { request = request.reversed() }
        return TreePages(PageRequest(request, size: 3, cursor: nil))
    }

    @Test func aCursorGoesToAClientAndBack() async throws {
        try await fill(10) { .double(Double($0) + 0.25) }
        for query in [scores.orderedByValue(), scores.orderedByValue().reversed()] {
            let first = try await query.page(of: 4)
            let data = try JSONEncoder().encode(first.cursor)
            let cursor = try JSONDecoder().decode(PageCursor?.self, from: data)
            #expect(cursor == first.cursor)
            let second = try await query.page(of: 4, after: cursor)
            let both = first.children.map(\.key) + second.children.map(\.key)
            let expected = try await query.first(8).get().map(\.key)
            #expect(both == expected)
        }
    }

    @Test func aCursorShowsNothingOfWhatIsInAChild() async throws {
        try await fill(2) { _ in ["secret": true] }
        let query = scores.orderedByValue()
        let page = try await query.page(of: 1)
        let data = try JSONEncoder().encode(page.cursor)
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
        let next = try await query.page(of: 1, after: page.cursor)
        #expect(page.children.map(\.key) + next.children.map(\.key) == ["k0", "k1"])
    }

    @Test func aCursorOfAnotherQueryIsRefused() async throws {
        try await fill(10)
        let byKey = try await scores.page(of: 4).cursor
        let byValue = try await scores.orderedByValue().page(of: 4).cursor
        await expectRefused { try await scores.page(of: 4, after: byValue) }
        await expectRefused { try await scores.orderedByValue().page(of: 4, after: byKey) }
        await expectRefused { try await scores.ordered(byChild: "a").page(of: 4, after: byValue) }
        // A stranger mustn't get out of the bounds.
        await expectRefused {
            try await scores.orderedByValue().starting(at: 5).page(of: 4, after: byValue)
        }
        await expectRefused {
            try await scores.reversed().ending(at: "k2").page(of: 4, after: byKey)
        }
        let forged = try JSONDecoder().decode(
            PageCursor.self, from: Data(#"{"order": "$key", "key": "a/b"}"#.utf8))
        await #expect(throws: TreeDatabaseError.self) {
            _ = try await scores.page(of: 4, after: forged)
        }
        await expectRefused { try await scores.page(of: 0) }
        #expect(try await scores.page(of: .max).children.count == 10)
    }

    private func expectRefused(_ body: () async throws -> Page<String, Int>) async {
        let error = await #expect(throws: TreeDatabaseError.self) { _ = try await body() }
        #expect(error?.kind == .invalidQuery)
    }

    @Test func keysOfAnotherTypeAreInTheirPages() async throws {
        try await engine.set(["1": "a", "x": "b", "y": "c", "z": "d"], at: ["years"])
        var all: [[String]] = []
        for try await page in database.children(of: Path().years).pages(of: 2) {
            all.append(
                page.children.map { "\($0.key)" } + page.children.invalidKeys.map { "?" + $0 })
        }
        #expect(all == [["1", "?x"], ["?y", "?z"]])
    }
}
