import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseSQLite

/// Files one bit of which is another.
@Suite struct FlippedBitTests {
    private enum Outcome: String, CaseIterable {
        case refused = "refused when the file is opened or read"
        case disordered = "read with children out of order, or twice"
        case foundByCheck = "read as other data, and found by the check"
        case unnoticed = "read as other data, and not found"
        case onlyCheck = "read right, and found by the check"
        case harmless = "read right"
    }

    /// The files in which records that are read one by one are missing, or others.
    private struct Wrong {
        var lost = 0
        var changed = 0
        /// Those of them in which the check finds nothing.
        var unnoticed = 0
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeFile() async throws -> (Data, TreeValue?) {
        let engine = try SQLiteEngine(
            at: folder.path("whole.sqlite"), indexes: ["players": ["score"]])
        for number in 0..<150 {
            let player: TreeValue = [
                "name": .string("Ana the \(number)th 😀"), "score": .integer(Int64(number * 7)),
                "ratio": .double(Double(number) / 7), "isActive": .bool(number % 2 == 0),
            ]
            try await engine.set(player, at: ["players", TreeKey("player \(number)é")])
            try await engine.set(.string("text \(number)"), at: ["log", TreeKey("\(number)")])
            // Rows of several leaves, without an index.
            try await engine.set(player, at: ["guests", TreeKey("guest \(number)")])
        }
        let value = try await engine.read(.root, .all).value
        await engine.close()
        return (try folder.data(of: "whole.sqlite"), value)
    }

    @Test func aFlippedBitChangesNoRecordAndWhatItLosesIsFoundByTheCheck() async throws {
        let (whole, value) = try await makeFile()
        var random = SplitMix64(seed: Seed.make())
        var counts: [Outcome: Int] = [:]
        var wrong = Wrong()
        for _ in 0..<Effort.times(100) {
            let bit = Int.random(in: 0..<whole.count * 8, using: &random)
            var data = whole
            data[bit / 8] ^= 1 << (bit % 8)
            try folder.write(data, to: "a.sqlite")
            let outcome = try await outcome(of: value)
            #expect(outcome != .disordered && outcome != .unnoticed, "bit \(bit)")
            counts[outcome, default: 0] += 1
            try await count(&wrong, value)
        }
        for outcome in Outcome.allCases { print(counts[outcome, default: 0], outcome.rawValue) }
        print(wrong)
        #expect(wrong.changed == 0 && wrong.unnoticed == 0)
    }

    /// Reads each record of a file, those without an error.
    private func count(_ wrong: inout Wrong, _ value: TreeValue?) async throws {
        guard let engine = try? SQLiteEngine(at: folder.path("a.sqlite")),
            let connection = try? Connection(folder.path("a.sqlite"), flags: 1)
        else { return }
        var (isLost, isChanged) = (false, false)
        for (collection, records) in value?.children ?? TreeChildren() {
            for (key, record) in records.children {
                let found = Result { try connection.value(at: [collection, key]) }
                if case .success(let found) = found, found != record {
                    if found == nil { isLost = true } else { isChanged = true }
                }
            }
        }
        if isLost { wrong.lost += 1 }
        if isChanged { wrong.changed += 1 }
        if isLost || isChanged, (try? await engine.checkIntegrity()) == [] { wrong.unnoticed += 1 }
        await engine.close()
    }

    private func outcome(of value: TreeValue?) async throws -> Outcome {
        let found: TreeValue?
        let problems: [IntegrityProblem]
        do {
            let engine = try SQLiteEngine(at: folder.path("a.sqlite"))
            problems = try await engine.checkIntegrity()
            found = try await engine.read(.root, .all).value
            await engine.close()
        } catch {
            #expect(error is TreeDatabaseError)
            return .refused
        }
        if !isInOrder(found) { return .disordered }
        if found == value { return problems.isEmpty ? .harmless : .onlyCheck }
        return problems.isEmpty ? .unnoticed : .foundByCheck
    }

    private func isInOrder(_ value: TreeValue?) -> Bool {
        guard let children = value?.children else { return true }
        let keys = children.map(\.key)
        return zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
            && children.allSatisfy { isInOrder($0.value) }
    }
}
