import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseOffline

/// What is shown of a query, compared with a server that has all writes already.
@Suite struct WindowTests {
    @Test func aViewIsTheSelectionOfTheServersValueWithPendingWrites() {
        var random = SplitMix64(seed: Seed.make())
        var (complete, total) = (0, 0)
        for _ in 0..<Effort.times(3000) {
            let root = Self.root(&random)
            let selection = Self.selection(&random)
            let query = Query(["all"], selection)
            let writes = (0..<Int.random(in: 0...4, using: &random)).map {
                Overlay(id: $0, edits: [Self.edit(&random)], time: 0)
            }
            let whole = TreeValue?(root).applying(writes, at: .root)[["all"]]
            let expected = selection.select(from: whole)
            let window = Window(query, server: selection.select(from: root.children["all"]), writes)
            total += 1
            guard window.isComplete else {
                let known = window.value?.children ?? TreeChildren()
                for (key, value) in known {
                    #expect(whole?.children[key] == value, "\(root), \(selection), \(writes)")
                }
                continue
            }
            complete += 1
            #expect(window.value == expected, "\(root), \(selection), \(writes)")
        }
        #expect(complete * 2 > total)
    }

    private static let keys: [TreeKey] = ["a", "b", "c", "d", "e", "f"]

    private static func child(_ random: inout SplitMix64) -> TreeValue {
        random.chance(20)
            ? .integer(.random(in: 0...5, using: &random))
            : ["rank": .integer(.random(in: 0...5, using: &random)), "name": "x"]
    }

    private static func root(_ random: inout SplitMix64) -> TreeValue {
        var children = TreeChildren()
        for key in keys where random.chance(70) { children[key] = child(&random) }
        return TreeValue(children).map { ["all": $0] } ?? ["other": 1]
    }

    private static func selection(_ random: inout SplitMix64) -> TreeSelection {
        var selection = TreeSelection(order: random.pick([.key, .value, .child(["rank"])]))
        let count = Int.random(in: 1...4, using: &random)
        selection.limit = random.pick([.first(count), .last(count), nil])
        if selection.limit == nil || random.chance(40) {
            let position: TreePosition =
                selection.order == .key
                ? .key(random.pick(keys))
                : .value(.integer(.random(in: 0...5, using: &random)), nil)
            selection.lower = .init(position, isInclusive: random.chance(50))
        }
        return selection
    }

    private static func edit(_ random: inout SplitMix64) -> TreeEdit {
        let place: TreePlace = ["all", random.pick(keys)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return TreeEdit(["all"], setting: child(&random))
        case 1, 2, 3: return TreeEdit(place, setting: nil)
        case 4, 5: return TreeEdit(place, setting: child(&random))
        case 6: return TreeEdit(place, .increment(1))
        case 7: return TreeEdit(place.appending("rank"), .increment(1))
        case 8: return TreeEdit(place.appending("name"), setting: "y")
        default:
            return TreeEdit(
                place.appending("rank"), setting: .integer(.random(in: 0...5, using: &random)))
        }
    }
}
