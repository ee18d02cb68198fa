import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct SortedTreeTests {
    private static let seed = Seed.make(for: "SortedTreeTests")

    @Test(arguments: 0..<20 as Range<UInt64>)
    func anySequenceOfChangesGivesWhatADictionarySorts(_ round: UInt64) {
        var random = SplitMix64(seed: Self.seed &+ round)
        var tree = SortedTree<Int, Int>()
        var model: [Int: Int] = [:]
        var older: [(SortedTree<Int, Int>, [Int: Int])] = []
        for step in 0..<3000 {
            // Phases of growth and of shrinking, so that nodes split and merge.
            let key = Int.random(in: 0..<1500, using: &random)
            if Int.random(in: 0..<10, using: &random) < (step / 700 % 2 == 0 ? 8 : 2) {
                #expect(tree.set(step, for: key) == model.updateValue(step, forKey: key))
            } else {
                #expect(tree.remove(key) == model.removeValue(forKey: key))
            }
            if step % 500 == 0 { older.append((tree, model)) }
        }
        for (tree, model) in older + [(tree, model)] {
            expect(tree, toHave: model)
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 4096, 4097, 10_000])
    func sortedElementsMakeATree(_ count: Int) {
        let elements = (0..<count).map { (key: $0 * 2, value: $0) }
        let tree = SortedTree(sorted: elements)
        expect(tree, toHave: Dictionary(uniqueKeysWithValues: elements.map { ($0.key, $0.value) }))
    }

    @Test func olderValuesStay() {
        let before: TreeValue? = ["a": ["b": 1]]
        var after = before
        after[["a", "c"]] = 2
        #expect(before == ["a": ["b": 1]])
        #expect(after == ["a": ["b": 1, "c": 2]])
    }

    private func expect(_ tree: SortedTree<Int, Int>, toHave model: [Int: Int]) {
        let sorted = model.sorted { $0.key < $1.key }
        #expect(tree.count == model.count)
        #expect(tree.map(\.key) == sorted.map(\.key))
        #expect(tree.map(\.value) == sorted.map(\.value))
        for (offset, element) in sorted.enumerated() where offset % 7 == 0 {
            #expect(tree[element.key] == element.value)
            #expect(tree[offset: offset].key == element.key)
            #expect(tree.offset(of: element.key) == offset)
            #expect(tree.offset(of: element.key + 1) == offset + 1)
            #expect(
                tree.elements(from: element.key).prefix(3).map(\.key)
                    == sorted[offset...].prefix(3).map(\.key))
        }
        #expect(tree[-1] == nil)
        #expect(tree.offset(of: -1) == 0)
    }
}
