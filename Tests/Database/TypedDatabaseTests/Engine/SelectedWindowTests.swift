import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct SelectedWindowTests {
    private static let seed = Seed.make(for: "SelectedWindowTests")

    @Test func aChildThatIsNotSelectedIsNoUpdate() {
        let children: TreeChildren = ["a": 1, "b": 2, "c": 3]
        let selection = TreeSelection(
            order: .value, lower: .init(.value(2, nil), isInclusive: true), limit: .first(1))
        var window = SelectedWindow(selection, of: children)
        #expect(window.update([("a", 0), ("c", 4)]) == [])
    }

    @Test(arguments: [TreeSelection.Limit.first(.max), .last(.max)])
    func aLimitCanBeTheGreatestNumber(_ limit: TreeSelection.Limit) {
        let selection = TreeSelection(lower: .init(.key("b"), isInclusive: true), limit: limit)
        #expect(selection.select(from: ["a": 1, "b": 2, "c": 3]) == ["b": 2, "c": 3])
    }

    @Test(arguments: Self.selections)
    func updatesGiveWhatSelectingAgainGives(_ selection: TreeSelection) {
        var random = SplitMix64(seed: Self.seed)
        var children = TreeChildren()
        for _ in 0..<Int.random(in: 0...12, using: &random) { change(&children, &random) }
        var window = SelectedWindow(selection, of: children)
        var selected = selection.select(from: TreeValue(children))
        for step in 0..<Effort.times(200) {
            var changed: Set<TreeKey> = []
            for _ in 0..<[1, 1, 1, 2, 5, 30].randomElement(using: &random)! {
                changed.insert(change(&children, &random))
            }
            for update in window.update(changed.map { ($0, children[$0]) }) {
                selected[update.place] = update.value
            }
            #expect(TreeValue(window.selected) == selected)
            let expected = selection.select(from: TreeValue(children))
            guard selected == expected else {
                Issue.record("step \(step): \(selected as Any) isn't \(expected as Any)")
                return
            }
        }
    }

    @discardableResult
    private func change(_ children: inout TreeChildren, _ random: inout SplitMix64) -> TreeKey {
        let key = TreeKey("\(Int.random(in: 0..<30, using: &random))")
        let values: [TreeValue?] = [
            nil, nil, true, 1, 2, .double(2.5), "x", ["score": 1], ["score": 2, "name": "n"],
            ["score": "x"],
        ]
        children[key] = values.randomElement(using: &random)!
        return key
    }

    private static let selections: [TreeSelection] = {
        let orders: [TreeSelection.Order] = [.key, .value, .child(["score"])]
        let limits: [TreeSelection.Limit?] = [nil, .first(1), .first(5), .last(1), .last(5)]
        return orders.flatMap { order in
            limits.flatMap { limit in
                let (low, high): (TreePosition, TreePosition) =
                    order == .key ? (.key("5"), .key("20")) : (.value(1, nil), .value(2, "20"))
                return [
                    TreeSelection(order: order, limit: limit),
                    TreeSelection(
                        order: order, lower: .init(low, isInclusive: true),
                        upper: .init(high, isInclusive: false), limit: limit),
                ]
            }
        }
    }()
}
