import TestSupport
import Testing
import TypedDatabaseConformance

@testable import TypedDatabase

@Suite struct PackedChildrenTests {
    private func pack(_ children: TreeChildren, limit: Int = .max) -> PackedChildren? {
        PackedChildren(children, limit: limit)
    }

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(Int($0) + 0x100, radix: 16).suffix(2) }.joined()
    }

    /// The form is that of files, so it stays.
    @Test(
        arguments: [
            (["a": false, "b": true], "016100" + "016201"),
            (["a": 0, "b": 63, "c": 64], "016140" + "01627f" + "01630240"),
            (["a": -1, "b": -128, "c": 128], "016102ff" + "01620280" + "0163030080"),
            (["a": .integer(.max)], "0161097fffffffffffffff"),
            (["a": 0.5, "b": 2.0], "01610a3fe0000000000000" + "016242"),
            (["a": "", "é": "ü"], "016180" + "02c3a982c3bc"),
            (["b": ["c": 1], "10": 1, "9": 2], "013942" + "02313041" + "01620c03016341"),
        ] as [(TreeChildren, String)])
    func aValueHasTheseBytes(_ children: TreeChildren, _ bytes: String) throws {
        let packed = try #require(pack(children))
        #expect(hex(packed.bytes) == bytes)
        #expect(TreeChildren(packed) == children)
        #expect(packed.bytes.withUnsafeBytes { PackedChildren(checking: $0) } == packed)
    }

    @Test func longStringsAndKeysHaveTheirCountBeforeThem() throws {
        let (key, text) = (String(repeating: "k", count: 200), String(repeating: "x", count: 300))
        let packed = try #require(pack([TreeKey(key): .string(text)]))
        #expect(hex(packed.bytes.prefix(3)) == "c8016b")
        #expect(hex(packed.bytes[202...].prefix(4)) == "0bac0278")
        #expect(packed.byteCount == 505)
    }

    @Test func packedChildrenAreThoseOfTheTree() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(100) {
            let children = TreeChildren.random(&random)
            let packed = try #require(pack(children))
            let read = try #require(packed.bytes.withUnsafeBytes { PackedChildren(checking: $0) })
            let found = TreeChildren(read)
            #expect(found == children)
            #expect(children == found)
            #expect(found.hashValue == children.hashValue)
            #expect(found.count == children.count)
            #expect(found.map(\.key) == children.map(\.key))
            #expect(PackedChildren(found, limit: .max) == packed)
            var size = 0
            for (offset, (key, value)) in children.enumerated() {
                #expect(found[key] == value)
                #expect(found[offset: offset].key == key)
                #expect(found.offset(of: key) == offset)
                #expect(Array(found.children(from: key)).count == children.count - offset)
                size += PackedChildren.byteCount(of: key, value)
                // A change makes a tree of them.
                var (changed, expected) = (found, children)
                changed[key] = nil
                expected[key] = nil
                #expect(changed == expected)
                #expect(changed[key] == nil)
            }
            #expect(size == packed.byteCount)
            #expect(found["nowhere"] == nil)
        }
    }

    @Test func aChangeOfPackedChildrenIsThatOfTheTree() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(100) {
            var tree: TreeValue? = .children(.random(&random))
            while let value = tree, case .children(let children) = value {
                let packed = try #require(pack(children))
                let keys: [TreeKey] = ["a", "b", "0", "00", "7", "é", "new", "only"]
                let place = TreePlace(
                    (0..<Int.random(in: 1...4, using: &random)).map { _ in
                        keys.randomElement(using: &random) ?? "a"
                    })
                #expect(tree[place] == TreeValue?(.children(TreeChildren(packed)))[place])
                let new: TreeValue? =
                    [nil, nil, nil, 1, "text", .children(.random(&random, depth: 1))]
                    .randomElement(using: &random) ?? nil
                tree[place] = new
                let changed = try packed.setting(new, at: place.keys[...])
                let expected = tree.flatMap { pack($0.children) }
                try #require(
                    changed == expected, "\(value) with \(String(describing: new)) at \(place)")
                if Int.random(in: 0..<30, using: &random) == 0 { break }
            }
        }
    }

    @Test func aValueInARowIsThatInTheTree() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(100) {
            let children = TreeChildren.random(&random)
            let bytes = try #require(pack(children)).bytes
            for place in places(in: children) + [["nowhere"], ["a", "nowhere"], ["a", "b", "c"]] {
                let found = try bytes.withUnsafeBytes {
                    try PackedChildren.value(at: place.keys[...], in: $0)
                }
                #expect(found == TreeValue?(.children(children))[place], "\(place)")
            }
        }
    }

    private func places(in children: TreeChildren, at place: TreePlace = .root) -> [TreePlace] {
        children.flatMap { key, value in
            [place.appending(key)] + places(in: value.children, at: place.appending(key))
        }
    }

    /// Only what is on the way to the value is checked, and the value itself.
    @Test func aValueInOtherBytesIsRefusedOrOneThatTheDatabaseAllows() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(4) {
            let children = TreeChildren.random(&random)
            let whole = Array(try #require(pack(children)).bytes)
            let place = try #require(places(in: children).randomElement(using: &random))
            var refusals = 0
            for bit in 0..<whole.count * 8 {
                var bytes = whole
                bytes[bit / 8] ^= 1 << (bit % 8)
                do {
                    let found = try bytes.withUnsafeBytes {
                        try PackedChildren.value(at: place.keys[...], in: $0)
                    }
                    try TreeLimits.check(found, at: place)
                } catch is PackedChildren.Malformed {
                    refusals += 1
                }
            }
            #expect(refusals > 0)
        }
    }

    @Test func childrenThatExceedTheLimitAreNotPacked() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(50) {
            let children = TreeChildren.random(&random)
            let count = try #require(pack(children)).byteCount
            #expect(pack(children, limit: count) != nil)
            #expect(pack(children, limit: count - 1) == nil)
            let again = TreeChildren(try #require(pack(children)))
            #expect(pack(again, limit: count - 1) == nil)
            #expect(pack(["a": .children(again)], limit: count) == nil)
        }
    }

    /// Every byte with every bit flipped, and every cut.
    @Test func otherBytesAreRefusedOrAreOtherChildren() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(4) {
            let children = TreeChildren.random(&random)
            let whole = Array(try #require(pack(children)).bytes)
            for bit in 0..<whole.count * 8 {
                var bytes = whole
                bytes[bit / 8] ^= 1 << (bit % 8)
                guard let packed = bytes.withUnsafeBytes({ PackedChildren(checking: $0) }) else {
                    continue
                }
                let found = TreeChildren(packed)
                try #require(found != children)
                try TreeLimits.check(.children(found), at: .root)
                // Equal children have equal bytes, so there is only one form.
                let tree = TreeChildren(found.map { ($0.key, $0.value) })
                try #require(PackedChildren(tree, limit: .max) == packed, "bit \(bit)")
            }
            for count in 0..<whole.count {
                let packed = whole[..<count].withUnsafeBytes { PackedChildren(checking: $0) }
                if let packed { try #require(TreeChildren(packed).count < children.count) }
            }
        }
    }

    @Test(arguments: [
        // Nothing, a key without a value, an empty key, a key with a slash, one that isn't UTF-8.
        "", "0161", "0040", "032f616240", "01c340",
        // Keys out of order, and one that is there twice.
        "01624001614", "016240016140", "016140016140", "0231304001394", "02313040013940",
        // A tag of nothing, children without any, a count in too many bytes, one without end.
        "016110", "01610c00", "8100614", "81006140", "01610bffffffffffffff",
        // An integer and a string in more bytes than needed, an integral double, infinity.
        "01610201", "0161030001", "01610b0178", "01610a3ff0000000000000",
        "01610a7ff0000000000000",
    ])
    func bytesThatNobodyHereWritesAreRefused(_ hex: String) {
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { start in
            UInt8(hex.dropFirst(start).prefix(2), radix: 16)
        }
        #expect(bytes.withUnsafeBytes { PackedChildren(checking: $0) } == nil)
    }

    @Test func aTreeThatIsTooDeepIsRefused() throws {
        var children: TreeChildren = ["a": 1]
        for _ in 0..<TreeLimits.depth - 1 { children = ["a": .children(children)] }
        let packed = try #require(pack(children))
        #expect(packed.bytes.withUnsafeBytes { PackedChildren(checking: $0) } != nil)
        let deeper = try #require(pack(["a": .children(children)]))
        #expect(deeper.bytes.withUnsafeBytes { PackedChildren(checking: $0) } == nil)
    }

    @Test func modelsAreDecodedFromPackedChildren() throws {
        struct Inner: Codable, Equatable {
            var list: [Int]
            var flags: [String: Bool]
        }
        struct Model: Codable, Equatable {
            var name: String
            var score: Double
            var note: String?
            var inner: Inner
        }
        let model = Model(
            name: "Ana", score: 3, inner: Inner(list: [5, 700], flags: ["a": true, "b": false]))
        let tree = try #require(try TreeEncoder().encode(model).value)
        let packed = try #require(pack(tree.children))
        let found = try TreeDecoder().decode(
            Model.self, from: .children(TreeChildren(packed)))
        #expect(found == model)
    }
}

extension TreeChildren {
    /// Children with all kinds of keys and values.
    fileprivate static func random(_ random: inout SplitMix64, depth: Int = 3) -> TreeChildren {
        let keys: [TreeKey] = [
            "a", "b", "ab", "0", "00", "-0", "7", "10", "-3", "é", "e\u{301}", "\u{E000}", "😀",
            "2147483648",
        ]
        var children = TreeChildren()
        for key in keys where Bool.random(using: &random) {
            children[key] =
                depth > 1 && Int.random(in: 0..<4, using: &random) == 0
                ? .children(.random(&random, depth: depth - 1)) : scalar(&random)
        }
        if children.isEmpty { children["only"] = scalar(&random) }
        return children
    }

    private static func scalar(_ random: inout SplitMix64) -> TreeValue {
        let long = String(repeating: "x", count: Int.random(in: 100...300, using: &random))
        let scalars: [TreeValue] = [
            true, false, 0, 63, 64, -1, .integer(.max), .integer(.min), 0.5, .double(1e300),
            .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64)), "",
            "text", "a\0b", "e\u{301}", "\u{FFFF}😀", .string(long),
        ]
        return scalars.randomElement(using: &random) ?? true
    }
}
