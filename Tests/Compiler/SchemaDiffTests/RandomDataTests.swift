import PathSchema
import SchemaDiff
import SecurityRules
import TestSupport
import Testing

/// For random pairs of schemas, changes that are safe let random data be decoded, changes that are
/// breaking don't, and writes that rules refuse are told.
///
/// `TEST_EFFORT=20 swift test --filter RandomDataTests` tries 6,000 pairs.
@Suite struct RandomDataTests {
    private struct Pair {
        let (old, new): (RandomShape, RandomShape)
        let (oldJSON, newJSON): (String, String)
        let changes: [Change]

        init(_ random: inout SplitMix64) {
            while true {
                let old = RandomShape.root(&random)
                let new = old.changed(&random)
                let (oldJSON, newJSON) = (old.json(&random), new.json(&random))
                // Names clash in some.
                guard let diff = try? diff(oldJSON, newJSON) else { continue }
                (self.old, self.new, self.oldJSON, self.newJSON) = (old, new, oldJSON, newJSON)
                changes = diff.changes
                return
            }
        }
    }

    private static let pairCount = Effort.times(300)

    @Test func safeMeansThatAllIsDecodedAndBreakingThatSomeIsNot() {
        var random = SplitMix64(seed: Seed.make())
        var (breakingCount, safeCount) = (0, 0)
        for _ in 0..<Self.pairCount {
            let pair = Pair(&random)
            for audience in [Audience.data, .clients] {
                let (written, read) =
                    audience == .data ? (pair.old, pair.new) : (pair.new, pair.old)
                let changes = pair.changes.filter { $0.audience == audience }
                var unseen = changes.filter { $0.severity == .breaking }
                breakingCount += unseen.count
                safeCount += changes.isEmpty ? 1 : 0
                var tries = 0
                while tries < 10 || !unseen.isEmpty, tries < 3000 {
                    tries += 1
                    let tree = StoredTree.random(written, &random)
                    for place in ReferenceDecoding(tree, as: read).problems {
                        #expect(
                            changes.contains { $0.covers(place) },
                            "\(audience): \(place) of \(pair.oldJSON) → \(pair.newJSON)")
                        unseen.removeAll { $0.covers(place) }
                    }
                }
                #expect(unseen == [], "\(audience): \(pair.oldJSON) → \(pair.newJSON)")
            }
        }
        #expect(breakingCount > Self.pairCount / 2)
        #expect(safeCount > Self.pairCount / 10)
    }

    @Test func writesThatRulesRefuseAreTold() throws {
        var random = SplitMix64(seed: Seed.make())
        var refusalCount = 0
        for _ in 0..<Self.pairCount {
            let pair = Pair(&random)
            let rules = pair.changes.filter { $0.audience == .rules }
            for _ in 0..<10 {
                guard let tree = StoredTree.random(pair.old, &random) else { continue }
                var check = RulesRenderer.check(of: try schema(pair.newJSON))
                tree.feed(&check)
                refusalCount += check.refusals.count
                for refusal in check.refusals {
                    // A missing child is refused at its parent.
                    let isTold = rules.contains { change in
                        change.covers(refusal.place)
                            || RandomShape.keys.contains { change.covers(refusal.place + [$0]) }
                    }
                    #expect(isTold, "\(refusal): \(pair.oldJSON) → \(pair.newJSON)")
                }
            }
        }
        #expect(refusalCount > Self.pairCount)
    }

    @Test func schemaInAnotherOrderHasNoChanges() {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Self.pairCount {
            let shape = RandomShape.root(&random)
            let (json, shuffled) = (shape.json(&random), shape.json(&random))
            guard let diff = try? diff(json, shuffled) else { continue }
            #expect(diff.changes == [], "\(json) → \(shuffled)")
        }
    }
}

extension StoredTree {
    /// Feeds the data to a check, in any order.
    fileprivate func feed(_ check: inout DataCheck) {
        switch self {
        case .string, .value: check.note(.string)
        case .bool: check.note(.bool)
        case .integer: check.note(.integer)
        case .double(let double): check.note(double == double.rounded() ? .integer : .fraction)
        case .children(let children):
            check.begin()
            for (key, child) in children where key != Self.otherField {
                check.enter(key)
                child.feed(&check)
            }
            check.end()
        }
    }
}
