import Foundation
import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct RoundTripTests {
    private static let seed = Seed.make(for: "RoundTripTests")

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
        var random = Randomness(seed: Self.seed &+ UInt64(index))
        for _ in 0..<Effort.times(50) { try check(Self.models[index], &random) }
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
    }

    @Test func typesOfSwiftAndFoundationComeBack() throws {
        func check<T: Codable & Equatable>(_ value: T) throws {
            #expect(try decode(T.self, tree(value)) == value)
        }
        try check(1..<5)
        try check(["a"..."b"])
        try check(ContiguousArray([1.5]))
        try check([1, 2] as SIMD2<Float>)
        try check(DateInterval(start: Date(timeIntervalSince1970: 5), duration: 1.5))
        try check(DateComponents(year: 2018, month: 5))
        try check(Measurement(value: 2, unit: UnitLength.meters))
        try check(IndexPath(indexes: [1, 2, 3]))
        try check(IndexSet([1, 2, 3, 7]))
        try check(Locale(identifier: "de_DE"))
        try check(TimeZone(secondsFromGMT: 3600))
        try check(CGRect(x: 1, y: 2, width: 3, height: 4))
        try check([UInt8(1): [Int?.some(1)]])
    }
}
