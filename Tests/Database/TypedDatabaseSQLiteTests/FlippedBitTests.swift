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

    @Test func aFlippedBitIsFoundOrChangesOneLeafOrMovesOneSubtree() async throws {
        let (whole, value) = try await makeFile()
        var random = SplitMix64(seed: Seed.make())
        var counts: [Outcome: Int] = [:]
        for _ in 0..<Effort.times(100) {
            let bit = Int.random(in: 0..<whole.count * 8, using: &random)
            var data = whole
            data[bit / 8] ^= 1 << (bit % 8)
            try folder.write(data, to: "a.sqlite")
            let outcome = try await outcome(of: value)
            #expect(outcome != .disordered, "bit \(bit)")
            counts[outcome, default: 0] += 1
        }
        for outcome in Outcome.allCases { print(counts[outcome, default: 0], outcome.rawValue) }
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
        if !problems.isEmpty { return .foundByCheck }
        // A leaf has another value or key, or all leaves of one row are at another place: a row's
        // path has nothing that tells whether it is the right one.
        let (old, new) = (leaves(of: value), leaves(of: found))
        let (gone, added) = (old.subtracting(new), new.subtracting(old))
        #expect(
            gone.count == 1 && added.count == 1 || relative(gone) == relative(added),
            "\(gone) \(added)")
        return .unnoticed
    }

    /// Returns leaves relative to the deepest place that all of them are in.
    private func relative(_ leaves: Set<TreeUpdate>) -> Set<TreeUpdate> {
        let ancestor = TreePlace.commonAncestor(of: leaves.map(\.place))
        return Set(leaves.map { TreeUpdate($0.place.relative(to: ancestor), $0.value) })
    }

    private func leaves(of value: TreeValue?, at place: TreePlace = .root) -> Set<TreeUpdate> {
        guard case .children(let children)? = value else { return [TreeUpdate(place, value)] }
        return children.reduce(into: []) { leaves, child in
            leaves.formUnion(self.leaves(of: child.value, at: place.appending(child.key)))
        }
    }

    private func isInOrder(_ value: TreeValue?) -> Bool {
        guard let children = value?.children else { return true }
        let keys = children.map(\.key)
        return zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
            && children.allSatisfy { isInOrder($0.value) }
    }
}
