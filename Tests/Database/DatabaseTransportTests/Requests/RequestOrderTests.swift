import Testing
import TypedDatabase

@testable import DatabaseTransport

@Suite struct RequestOrderTests {
    @Test func writesOfOnePlaceBeginOneAfterTheOther() {
        var order = RequestOrder(maximumCount: 10)
        order.add(1, writing: [["a"]])
        order.add(2, writing: [["a", "b"]])
        order.add(3, writing: [["c"]])
        order.add(4, writing: [.root])
        order.add(5, writing: [["a", "c"]])
        order.add(6, writing: [])
        #expect(order.startAll() == [1, 3, 6])
        order.remove(3)
        #expect(order.startAll() == [])
        order.remove(1)
        #expect(order.startAll() == [2])
        order.remove(2)
        #expect(order.startAll() == [4])
        order.remove(4)
        #expect(order.startAll() == [5])
    }

    @Test func batchesWaitForEachOfTheirPlaces() {
        var order = RequestOrder(maximumCount: 10)
        order.add(1, writing: [["a"], ["b"]])
        order.add(2, writing: [["b"], ["c"]])
        order.add(3, writing: [["c"]])
        #expect(order.startAll() == [1])
        order.remove(1)
        #expect(order.startAll() == [2])
        order.remove(2)
        #expect(order.startAll() == [3])
    }

    @Test func removedRequestsBlockNothing() {
        var order = RequestOrder(maximumCount: 1)
        order.add(1, writing: [["a"]])
        order.add(2, writing: [["a"]])
        order.add(3, writing: [["a"]])
        order.add(4, writing: [])
        #expect(order.startAll() == [1])
        order.remove(2)
        order.remove(4)
        #expect(order.startAll() == [])
        order.remove(1)
        #expect(order.startAll() == [3])
        order.remove(3)
        order.remove(3)
        order.add(5, writing: [])
        order.add(6, writing: [])
        #expect(order.startAll() == [5])
    }
}

extension RequestOrder {
    fileprivate mutating func startAll() -> [Int] {
        var started: [Int] = []
        while let id = startNext() { started.append(id) }
        return started
    }
}
