import Foundation
import Testing

@testable import TypedDatabase

@Suite struct RoundTripTests {
    static var models: [any Sample.Type] {
        [
            Scalars.self, OptionalScalars.self, FoundationValues.self, Wrappers.self,
            Collections.self, OptionalCollections.self, KeyedByTypes.self, Address.self,
            Person.self, Shape.self, Drawing.self, Box<Person>.self, Dog.self, Bird.self,
            Route.self, Chatroom.self, [Scalars].self, [UserID: Collections].self, [[Shape]].self,
            [UserID: [Chatroom]].self,
        ]
    }

    @Test(arguments: models.indices)
    func valuesComeBackInTheirNormalForm(index: Int) throws {
        var random = Randomness(seed: UInt64(index))
        for _ in 0..<50 { try check(Self.models[index], &random) }
    }

    private func check<Model: Sample>(_ type: Model.Type, _ random: inout Randomness) throws {
        let value = Model.random(&random)
        let place: TreePlace = ["place", "key"]
        let tree = try TreeEncoder().encode(value, at: place).resolved(at: 0)
        try TreeLimits.check(tree, at: place)
        #expect((tree != nil) == value.isStored)
        let decoded = try TreeDecoder().decode(Model.self, from: tree, at: place)
        let normal = value.normalForm(at: "key")
        #expect(decoded == normal, "\(tree.map { "\($0)" } ?? "nothing")")
        #expect(normal.normalForm(at: "key") == normal)
    }
}
