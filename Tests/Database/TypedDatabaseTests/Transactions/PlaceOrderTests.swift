import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct PlaceOrderTests {
    private typealias Claim = PlaceOrder.Claim

    @Test(
        arguments: [
            (["a"], ["a"], true), (["a"], ["a", "b"], true), (["a", "b"], ["a"], true),
            ([], ["a"], true), (["a"], [], true), (["a"], ["b"], false),
            (["a", "b"], ["a", "c"], false),
        ] as [(TreePlace, TreePlace, Bool)])
    func oneOfTwoWaitsIfTheyOverlapAndOneIsATransaction(
        _ first: TreePlace, _ second: TreePlace, _ overlap: Bool
    ) {
        for (a, b) in [
            (Claim.transaction([first]), Claim.transaction([second])),
            (.transaction([["x"], first]), .write([second, ["y"]])),
            (.write([["y"], first]), .transaction([second, ["x"]])),
        ] {
            var order = PlaceOrder()
            #expect(order.add(1, a) == true)
            #expect(order.add(2, b) == !overlap)
            #expect(order.mayBegin(2) == !overlap)
            #expect(order.remove(1) == (overlap ? [2] : []))
            #expect(order.mayBegin(2))
            #expect(order.remove(2) == [])
            #expect(order.isEmpty)
        }
    }

    /// At any time, those that may begin are those that no earlier one overlaps with.
    @Test func theOrderIsThatOfAPlainList() {
        var random = SplitMix64(seed: Seed.make())
        var order = PlaceOrder()
        var list: [(id: Int, places: [TreePlace], isTransaction: Bool)] = []
        let keys: [TreeKey] = ["a", "b"]
        func mayBegin(_ index: Int) -> Bool {
            list[..<index].allSatisfy { earlier in
                !(earlier.isTransaction || list[index].isTransaction)
                    || !earlier.places.contains { a in
                        list[index].places.contains(where: a.overlaps)
                    }
            }
        }
        for id in 0..<Effort.times(10_000) {
            let places = (0...random.int(0...1)).map { _ in
                TreePlace((0..<random.int(0...3)).map { _ in random.pick(keys) })
            }
            let isTransaction = random.chance(40)
            let isFree = order.add(id, Claim(places: places, isTransaction: isTransaction))
            list.append((id, places, isTransaction))
            #expect(isFree == mayBegin(list.count - 1))
            while list.count > 12 || (!list.isEmpty && random.chance(45)) {
                let before = list.indices.filter(mayBegin).map { list[$0].id }
                // One that has begun ends, or now and then one that waits is cancelled.
                let id = random.chance(80) ? random.pick(before) : random.pick(list).id
                list.removeAll { $0.id == id }
                let after = list.indices.filter(mayBegin).map { list[$0].id }
                #expect(order.remove(id) == after.filter { !before.contains($0) })
            }
        }
    }
}
