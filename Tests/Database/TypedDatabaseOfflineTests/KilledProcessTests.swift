import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseOffline

/// A process that is ended without warning while the server comes and goes.
@Suite(.timeLimit(.minutes(10))) struct KilledProcessTests {
    /// `TEST_EFFORT=34 swift test --filter KilledProcessTests` ends 102 processes.
    @Test func nothingThatReturnedIsLostAndNothingIsMadeTwice() async throws {
        var random = SplitMix64(seed: Seed.make())
        let folder = try TemporaryFolder()
        let store = folder.path("device.offline")
        let served = try ServedOffline()
        var (next, returned) = (0, Set<Int>())
        for _ in 0..<Effort.times(3) {
            let writer = try program("write", served.url, store, "\(next)")
            let count = Int.random(in: 1...300, using: &random)
            let change = Int.random(in: 0..<count, using: &random)
            for index in 0..<count {
                guard let line = await writer.nextLine() else { break }
                let number = try #require(Int(line), "\(line)")
                returned.insert(number)
                next = number
                if index == change {
                    if random.chance(50) { await served.stop() } else { try served.start() }
                }
            }
            writer.kill()
            for line in await writer.remainingLines() {
                if let number = Int(line) {
                    returned.insert(number)
                    next = number
                }
            }
            // The number after it may have been written in part.
            next += 2
        }
        try served.start()
        let lines = try await program("send", served.url, store).remainingLines()
        #expect(lines.last == "sent")
        check(served.data.value, returned, Set(lines.dropLast()))
        await served.stop()
    }

    private func program(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(Products.program("offline-writer"), arguments)
    }

    private func check(_ value: TreeValue?, _ returned: Set<Int>, _ refused: Set<String>) {
        var lost: [String] = []
        for number in returned {
            if value[["entries", "\(number)"]] != .integer(Int64(number)) {
                lost.append("entries/\(number)")
            }
            let isUnknown = refused.contains("outcomeUnknown sums/\(number)")
            if value[["sums", "\(number)"]] == nil, !isUnknown { lost.append("sums/\(number)") }
        }
        #expect(lost.isEmpty, "of \(returned.count)")
        let sums = value[["sums"]]?.children.filter { $0.value != 1 } ?? []
        #expect(sums.isEmpty, "made twice")
        #expect(refused.allSatisfy { $0.hasPrefix("outcomeUnknown") })
        print("\(returned.count) returned, \(refused.count) with an unknown outcome")
    }
}
