import Foundation
import TestSupport
import Testing
import TypedPaths

@testable import TypedDatabase

@Suite struct KeySetTests {
    @Test func membersAreChildrenThatAreTrue() throws {
        let set: KeySet = ["u2", "u1", "u2"]
        #expect(try tree(set) == ["u1": true, "u2": true])
        #expect(
            try decode(KeySet<String>.self, ["u1": true, "u2": false, "u3": true]) == ["u1", "u3"])
        #expect(try tree(KeySet<Int>()) == nil)
        #expect(try decode(KeySet<Int>.self, nil) == [])
    }

    @Test func membersAreInTheDatabasesOrder() {
        let set: KeySet = ["b", "10", "9", "-1", "a", "é", "e\u{301}"]
        #expect(Array(set) == ["-1", "9", "10", "a", "b", "e\u{301}", "é"])
        #expect(set.count == 7)
        #expect("\(KeySet([3, 1, 2]))" == "[1, 2, 3]")
    }

    @Test func itIsASet() {
        var random = Randomness(seed: Seed.make())
        for _ in 0..<300 {
            let (a, b) = (
                Set(random.array { $0.int(-5...5) }), Set(random.array { $0.int(-5...5) })
            )
            let (x, y) = (KeySet(a), KeySet(b))
            #expect(Set(x.union(y)) == a.union(b))
            #expect(Set(x.intersection(y)) == a.intersection(b))
            #expect(Set(x.symmetricDifference(y)) == a.symmetricDifference(b))
            #expect(Set(x.subtracting(y)) == a.subtracting(b))
            #expect(x.isSubset(of: y) == a.isSubset(of: b))
            #expect(x.isDisjoint(with: y) == a.isDisjoint(with: b))
            #expect((x == y) == (a == b))
            #expect(x.map { $0 } == a.sorted())
            #expect(x.isEmpty == a.isEmpty)
            let key = random.int(-5...5)
            var (changed, expected) = (x, a)
            #expect(changed.insert(key).inserted == expected.insert(key).inserted)
            #expect(changed.contains(key) && Set(changed) == expected)
            #expect(changed.update(with: key) == key)
            #expect(changed.remove(key) == expected.remove(key))
            #expect(changed.remove(key) == nil && !changed.contains(key))
            #expect(Set(changed) == expected)
            #expect(Set([x, KeySet(a)]).count == 1)
        }
    }

    @Test func invalidMembersAreErrorsWithTheirPlaces() throws {
        func wrong(_ tree: TreeValue) throws -> String? {
            try refusal(KeySet<Int>.self, tree, at: ["a"])
        }
        #expect(try wrong(["1": 1]) == "a/1: Bool is stored as a bool, but here is a number")
        #expect(try wrong(["x": true]) == "a/x: \"x\" is not the text of any Int.")
        #expect(try wrong("x") == "a: KeySet<Int> is stored as children, but here is a string")
        #expect(
            try refusal { _ = try tree(["set": KeySet(["a/b"])]) }
                == "set/a/b: \"a/b\" is no key: A key can't contain \"/\", nor any other of "
                + ". # $ [ ] / and control characters.")
    }

    @Test func otherCodersStoreAnArrayOfTexts() throws {
        let set: KeySet = [10, 9]
        let json = try JSONEncoder().encode(set)
        #expect(String(decoding: json, as: UTF8.self) == #"["9","10"]"#)
        #expect(try JSONDecoder().decode(KeySet<Int>.self, from: json) == set)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(KeySet<Int>.self, from: Data(#"["x"]"#.utf8))
        }
    }
}
