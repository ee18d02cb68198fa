import TestSupport
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct ChildrenStateTests {
    /// Selections that a state is kept for, with an order by value so that children move.
    private static func request(isReversed: Bool, order: TreeSelection.Order) -> ChildrenRequest {
        var request = ChildrenRequest(TreeDatabase(MemoryEngine()), ["scores"])
        switch order {
        case .key: break
        case .value: request = request.ordered { .root }
        case .child(let place): request = request.ordered { place }
        }
        return isReversed ? request.reversed() : request
    }

    @Test(
        arguments: [false, true],
        [TreeSelection.Order.key, .value, .child(["a"])])
    func changesAppliedInOrderGiveTheChildren(
        _ isReversed: Bool, _ order: TreeSelection.Order
    ) {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(50) {
            let request = Self.request(isReversed: isReversed, order: order)
            var state = ChildrenState(request.selection, isReversed: request.isReversed)
            let makeNode = request.source(of: TreeValue.self).node(Int.self, TreeValue.self)
            var model: TreeValue?
            var array: [Child<Int, TreeValue>] = []
            var before = Expected(nil, request)
            for _ in 0..<15 {
                let old = model
                for update in Self.randomUpdates(using: &random) {
                    model[update.place] = update.value
                }
                let updates = TreeUpdate(.root, model).differences(from: old)
                let changes = state.update(updates, makeNode)
                let children: Children<Int, TreeValue> = state.children()
                let typed = ChildrenChanges(changes ?? [], children: children)
                typed.apply(to: &array)

                let expected = Expected(model, request)
                let isRight =
                    expected == Expected(array, children.invalidKeys)
                    && array.elementsEqual(children)
                    && (changes == nil) == (expected == before)
                    && Self.areInOrder(typed)
                guard isRight else {
                    Issue.record("\(updates): \(array), not \(expected)")
                    return
                }
                before = expected
            }
        }
    }

    /// Up to three updates: of children, of places below, and now and then of everything.
    private static func randomUpdates(using random: inout some RandomNumberGenerator)
        -> [TreeUpdate]
    {
        func value() -> TreeValue? {
            let scalars: [TreeValue?] = [nil, nil, 0, 1, 2, 3, true, "a", "b", 1.5]
            let scalar = scalars.randomElement(using: &random) ?? nil
            if Bool.random(using: &random) { return scalar }
            return ["a": scalar ?? 7, "b": 1]
        }
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let keys: [TreeKey] = ["0", "1", "2", "3", "4", "5", "10", "-3", "007", "x", "y"]
            let key = keys.randomElement(using: &random) ?? "0"
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                var children = TreeChildren()
                for key in keys.shuffled(using: &random).prefix(4) { children[key] = value() }
                return TreeUpdate(.root, TreeValue(children))
            case 1: return TreeUpdate(.root, 1)
            case 2..<6: return TreeUpdate([key, "a"], value())
            default: return TreeUpdate([key], value())
            }
        }
    }

    /// The selected children of a value, found without a state.
    private struct Expected: Equatable {
        var keys: [TreeKey]
        var values: [TreeValue]
        var invalidKeys: [String]

        init(_ array: [Child<Int, TreeValue>], _ invalidKeys: [String]) {
            keys = array.map(\.node.key)
            values = array.map(\.node.value)
            self.invalidKeys = invalidKeys
        }

        init(_ value: TreeValue?, _ request: ChildrenRequest) {
            var children = (value?.children ?? TreeChildren()).map { $0 }
            if request.isReversed { children.reverse() }
            let isValid = { (key: TreeKey) in Int(key.text).map(String.init) == key.text }
            let sorted = children.filter { isValid($0.key) }.sorted { a, b in
                let a = request.selection.position(of: a.key, a.value)
                let b = request.selection.position(of: b.key, b.value)
                return request.isReversed ? b < a : a < b
            }
            keys = sorted.map(\.key)
            values = sorted.map(\.value)
            invalidKeys = children.map(\.key).filter { !isValid($0) }.map(\.text)
        }
    }

    /// Removed, added, moved, changed; and a child that has moved has changed, too.
    private static func areInOrder(_ changes: ChildrenChanges<Int, TreeValue>) -> Bool {
        var ranks: [Int] = []
        var (moved, changed): (Set<Int>, Set<Int>) = ([], [])
        for change in changes {
            switch change {
            case .removed: ranks.append(0)
            case .added: ranks.append(1)
            case .moved(let child, let from, let to):
                ranks.append(2)
                moved.insert(from == to ? .max : child.key)
            case .changed(let child, _):
                ranks.append(3)
                changed.insert(child.key)
            }
        }
        return ranks == ranks.sorted() && moved.isSubset(of: changed)
    }

    @Test func aChangeMakesOneNewChild() throws {
        let request = Self.request(isReversed: false, order: .key)
        let makeNode = request.source(of: TreeValue.self).node(Int.self, TreeValue.self)
        var state = ChildrenState(request.selection, isReversed: false)
        _ = state.update([TreeUpdate(.root, ["1": "a", "2": "b"])], makeNode)
        let before: Children<Int, TreeValue> = state.children()
        _ = state.update([TreeUpdate(["2"], "c")], makeNode)
        let after: Children<Int, TreeValue> = state.children()
        #expect(after[0].node === before[0].node)
        #expect(after[1].node !== before[1].node)
        #expect(before.map(\.node.value) == ["a", "b"])
    }
}
