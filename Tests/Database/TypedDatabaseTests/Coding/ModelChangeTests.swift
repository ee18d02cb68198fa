import Foundation
import TestSupport
import Testing

@testable import TypedDatabase

/// Changes keep children that the type doesn't know.
@Suite struct ModelChangeTests {
    private struct Item: Codable, Equatable {
        var name: String
    }

    private enum Contact: Codable {
        case mail(address: String)
        case phone(number: Int)
    }

    private struct User: Codable, KeyIdentifiable {
        var id = UserID(rawValue: "")
        var name: String
        var nickname: String?
        var address: Item?
        var items: [Item] = []
        var byName: [String: Item] = [:]
        var friends: KeySet<UserID> = []
        var contact: Contact?
        var changedAt = ServerTime.pending
    }

    private let stored: TreeValue = [
        "name": "Ana", "nickname": "A", "color": "red", "changedAt": 5,
        "address": ["name": "Home", "zip": 1],
        "items": ["0": ["name": "a", "size": 1], "2": ["name": "b", "size": 2]],
        "byName": ["x": ["name": "x", "size": 3], "y": ["name": "y", "size": 4]],
        "friends": ["ben": true, "cleo": false],
        "contact": ["mail": ["address": "a@b", "isOld": true]],
    ]

    private func changed(_ change: (inout User) -> Void) throws -> PendingValue {
        let before = try TreeDecoder().decode(User.self, from: stored, at: ["users", "ana"])
        var after = before
        change(&after)
        return try difference(before, after).applied(to: stored)
    }

    private func difference<Model: Encodable>(
        _ before: Model, _ after: Model, at place: TreePlace = .root
    ) throws -> ModelChange {
        let encoder = TreeEncoder()
        return ModelChange(
            before: try encoder.model(of: before, at: place),
            after: try encoder.model(of: after, at: place))
    }

    private func expect(
        _ change: (inout User) -> Void, changes place: TreePlace, to value: TreeValue?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var expected = TreeValue?(stored)
        expected[place] = value
        let found = try changed(change)
        #expect(found == PendingValue(expected), sourceLocation: sourceLocation)
    }

    @Test func nothingIsChangedByNoChange() throws {
        #expect(try changed { _ in } == PendingValue(stored))
    }

    @Test func aFieldIsChangedOrRemovedAndTheOthersStay() throws {
        try expect({ $0.name = "Ana Lima" }, changes: ["name"], to: "Ana Lima")
        try expect({ $0.nickname = nil }, changes: ["nickname"], to: nil)
        try expect({ $0.id = UserID(rawValue: "other") }, changes: ["none"], to: nil)
    }

    @Test func aModelInAModelKeepsItsOthers() throws {
        try expect({ $0.address?.name = "Office" }, changes: ["address", "name"], to: "Office")
        try expect({ $0.address = nil }, changes: ["address"], to: nil)
    }

    @Test func anEntryOfADictionaryIsAddedChangedOrRemoved() throws {
        try expect({ $0.byName["x"] = nil }, changes: ["byName", "x"], to: nil)
        try expect({ $0.byName["x"]?.name = "z" }, changes: ["byName", "x", "name"], to: "z")
        try expect(
            { $0.byName["z"] = Item(name: "z") }, changes: ["byName", "z"], to: ["name": "z"])
        try expect({ $0.byName = [:] }, changes: ["byName"], to: nil)
    }

    @Test func aMemberOfAKeySetIsAddedOrRemoved() throws {
        let (ben, dan) = (UserID(rawValue: "ben"), UserID(rawValue: "dan"))
        try expect({ $0.friends.insert(dan) }, changes: ["friends", "dan"], to: true)
        try expect({ $0.friends.remove(ben) }, changes: ["friends", "ben"], to: nil)
    }

    @Test func aCaseIsChangedOrReplaced() throws {
        try expect(
            { $0.contact = .mail(address: "c@d") }, changes: ["contact", "mail", "address"],
            to: "c@d")
        try expect(
            { $0.contact = .phone(number: 1) }, changes: ["contact"], to: ["phone": ["number": 1]])
    }

    @Test func elementsOfAnArrayKeepTheirOwn() throws {
        let (a, b): (TreeValue, TreeValue) = (
            ["name": "a", "size": 1], ["name": "b", "size": 2]
        )
        try expect(
            { $0.items.append(Item(name: "c")) }, changes: ["items"],
            to: ["0": a, "1": b, "2": ["name": "c"]])
        try expect({ $0.items.removeFirst() }, changes: ["items"], to: ["0": b])
        try expect({ $0.items.reverse() }, changes: ["items"], to: ["0": b, "1": a])
        try expect(
            { $0.items.insert(Item(name: "c"), at: 0) }, changes: ["items"],
            to: ["0": ["name": "c"], "1": a, "2": b])
        try expect(
            { $0.items[1].name = "c" }, changes: ["items"],
            to: ["0": a, "1": ["name": "c", "size": 2]])
        try expect(
            { $0.items = [Item(name: "b"), Item(name: "c")] }, changes: ["items"],
            to: ["0": b, "1": ["name": "c"]])
        // It isn't known which one this was.
        try expect({ $0.items = [Item(name: "c")] }, changes: ["items"], to: ["0": ["name": "c"]])
        try expect({ $0.items = [] }, changes: ["items"], to: nil)
    }

    @Test func aSetWhoseOrderIsNotKnownIsReplaced() throws {
        struct Tags: Codable {
            var names: Set<String>
        }
        for number in 0..<20 {
            let stored: TreeValue = ["names": ["0": "a", "1": "b", "2": "c", "3": "d"]]
            let before = try TreeDecoder().decode(Tags.self, from: stored)
            var after = before
            after.names.insert("tag \(number)")
            after.names.remove("b")
            let found = try difference(before, after).applied(to: stored).value
            #expect(try TreeDecoder().decode(Tags.self, from: found).names == after.names)
        }
    }

    @Test func theEnginesTimeIsPutWhereThereIsNoDate() throws {
        var expected = TreeValue?(stored)
        expected[["changedAt"]] = nil
        #expect(
            try changed { $0.changedAt = .pending }
                == PendingValue(expected, serverTimes: [["changedAt"]]))
        let date = Date(timeIntervalSince1970: 1)
        try expect({ $0.changedAt = .date(date) }, changes: ["changedAt"], to: 1000)
    }

    @Test func modelsThatCoverTheTreeReplaceIt() throws {
        func check<Model: Sample>(_ type: Model.Type, _ random: inout Randomness) throws {
            let (encoder, place) = (TreeEncoder(), TreePlace(["place", "key"]))
            let stored = try encoder.encode(Model.random(&random), at: place).resolved(at: 0)
            guard stored != nil else { return }
            let before = try TreeDecoder().decode(Model.self, from: stored, at: place)
            // So that the keys of arrays have no holes.
            let current = try encoder.encode(before, at: place).resolved(at: 0)
            let after = Model.random(&random)
            let change = try difference(before, after, at: place)
            let plain = try encoder.encode(after, at: place)
            let found = change.applied(to: current)
            #expect(found.value == plain.value)
            #expect(found.serverTimes == plain.serverTimes)
            // With holes, what comes back is the same.
            let back = try TreeDecoder().decode(
                Model.self, from: change.applied(to: stored).resolved(at: 0), at: place)
            #expect(back == after.normalForm(at: "key"))
        }
        var random = Randomness(seed: Seed.make())
        for model in RoundTripTests.models {
            for _ in 0..<Effort.times(50) { try check(model, &random) }
        }
    }

    /// Fields that no model has come through any change of one.
    @Test func unknownChildrenAreKept() throws {
        struct Old: Codable {
            var a: Int?
            var b: [String: Int]?
        }
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(200) {
            func old() -> TreeValue? {
                var value: TreeValue?
                if random.chance(60) { value[["a"]] = .integer(Int64(random.int(0...2))) }
                for key in ["x", "y"] as [TreeKey] where random.chance(50) {
                    value[["b", key]] = .integer(Int64(random.int(0...2)))
                }
                return value
            }
            let unknown: TreeValue = ["z": ["deep": 1], "y": "text"]
            var (current, expected) = (old(), old())
            let after = try expected.map { try TreeDecoder().decode(Old.self, from: $0) } ?? Old()
            for (key, value) in unknown.children {
                current[[key]] = value
                expected[[key]] = value
            }
            let before = try TreeDecoder().decode(Old.self, from: current)
            let found = try difference(before, after).applied(to: current).value
            // A model with nothing in it is still a model: only nil removes what it doesn't know.
            #expect(found == expected)
        }
    }
}
