import Foundation
import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct HostileTreeTests {
    private static let seed = Seed.make(for: "HostileTreeTests")

    @Test(arguments: RoundTripTests.models.indices)
    func treesOfAnythingGiveAValueOrAnErrorWithThePlace(index: Int) throws {
        var random = Randomness(seed: Self.seed &+ UInt64(index))
        for _ in 0..<Effort.times(60) { check(RoundTripTests.models[index], &random) }
    }

    private func check<Model: Sample>(_ type: Model.Type, _ random: inout Randomness) {
        var tree = try? TreeEncoder().encode(Model.random(&random)).resolved(at: 0)
        for _ in 0...random.int(0...2) { spoil(&tree, &random) }
        do {
            let value = try TreeDecoder().decode(Model.self, from: tree, at: ["place", "key"])
            // Integers that a model has as doubles, for one, don't come back as the same tree.
            let again = try TreeEncoder().encode(value, at: ["place", "key"]).resolved(at: 0)
            _ = try TreeDecoder().decode(Model.self, from: again, at: ["place", "key"])
        } catch EncodingError.invalidValue(_, let context)
            where context.debugDescription.hasPrefix("the date is too far from 1970")
        {
            // A number can be a date that is too far from 1970 to be stored.
        } catch let error as DecodingError {
            #expect(error.path.starts(with: ["place"]), "\(error)")
        } catch {
            Issue.record("\(error) for \(tree.map { "\($0)" } ?? "nothing")")
        }
    }

    /// Puts something else in some place of a tree.
    private func spoil(_ tree: inout TreeValue?, _ random: inout Randomness) {
        let keys = tree?.children.map(\.key) ?? []
        if !keys.isEmpty, random.int(0...3) > 0 {
            let key = random.pick(keys)
            var child = tree?.children[key]
            spoil(&child, &random)
            tree[[key]] = child
        } else if random.bool() {
            tree = value(&random, depth: 3)
        } else {
            tree[[key(&random)]] = value(&random, depth: 2)
        }
    }

    private func value(_ random: inout Randomness, depth: Int) -> TreeValue? {
        switch random.int(0...(depth == 0 ? 4 : 7)) {
        case 0: nil
        case 1: .bool(random.bool())
        case 2: .integer(random.integer())
        case 3: .number(random.double())
        case 4: .string(random.string())
        default:
            TreeValue(
                TreeChildren(
                    random.array { random in
                        value(&random, depth: depth - 1).map { (key(&random), $0) }
                    }.compactMap(\.self)))
        }
    }

    private func key(_ random: inout Randomness) -> TreeKey {
        let known = ["0", "1", "-1", "00", "super", "name", "id", "circle", "nothing", "_0", "red"]
        return TreeKey(random.pick(known + [random.key()]))
    }
}

extension DecodingError {
    fileprivate var path: [String] {
        switch self {
        case .keyNotFound(let key, let context): (context.codingPath + [key]).map(\.stringValue)
        case .valueNotFound(_, let context): context.codingPath.map(\.stringValue)
        case .typeMismatch(_, let context): context.codingPath.map(\.stringValue)
        case .dataCorrupted(let context): context.codingPath.map(\.stringValue)
        @unknown default: []
        }
    }
}
