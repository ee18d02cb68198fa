import TypedDatabase

@testable import TypedDatabaseOffline

/// The writes and queries of a simulation: few places, so that they meet, and unique values, so that
/// each tells the write that has made it.
enum SimulatedWrite {
    static let queries: [Query] = [
        Query(["items"]), Query(["items"], TreeSelection(limit: .last(2))), Query(["counters"]),
        Query(["pairs"]), Query(.root), Query(["items", "a"]), Query(["counters", "n"]),
        Query(["rooms"], TreeSelection(order: .child(["rank"]), limit: .first(2))),
        Query(["items"], TreeSelection(order: .value, limit: .first(2))), Query(["times"]),
        Query(
            ["rooms"],
            TreeSelection(
                order: .child(["rank"]), lower: .init(.value(3, nil), isInclusive: true))),
        Query(["rooms"]),
    ]

    /// Returns the edits of a write.
    ///
    /// - Parameter number: the number of the write, which makes its values unique.
    static func edits(_ choice: Int, number: Int) -> [TreeEdit] {
        let text = TreeValue.string("w\(number)")
        let item: TreePlace = ["items", key(choice / 16, of: "abcd")]
        let room: TreePlace = ["rooms", key(choice / 16, of: "xyz")]
        let rank = TreeValue.number(Double(choice % 7) + Double(number) / 10_000)
        let counter: TreePlace = ["counters", key(choice / 16, of: "nm")]
        switch choice % 16 {
        case 0, 1, 2: return [TreeEdit(item, setting: text)]
        case 3: return [TreeEdit(item, setting: nil)]
        case 4, 5, 6: return [TreeEdit(counter, .increment(1))]
        case 7:
            return [
                TreeEdit(["pairs", "x"], setting: text), TreeEdit(["pairs", "y"], setting: text),
            ]
        case 8: return [TreeEdit(["items"], setting: ["a": text, "c": text])]
        case 9: return [TreeEdit(room, setting: ["name": text, "rank": rank])]
        case 10: return [TreeEdit(room.appending("rank"), setting: rank)]
        case 11: return [TreeEdit(room, setting: nil)]
        case 12: return [TreeEdit(["forbidden"], setting: text)]
        case 13:
            return [TreeEdit(["times", "t"], .set(PendingValue(nil, serverTimes: [.root])))]
        case 14: return [TreeEdit(counter, .increment(1)), TreeEdit(item, setting: text)]
        case 15 where choice % 3 == 0:
            return [TreeEdit(item.appending("forbidden"), setting: text)]
        default: return [TreeEdit(["forbidden"], setting: text), TreeEdit(item, setting: text)]
        }
    }

    /// Returns the edits of a transaction over several places: some with sums.
    static func transaction(_ choice: Int, number: Int) -> [TreeEdit] {
        let kinds = [[0], [3], [8], [9], [10], [11], [4], [14], [7, 4], [9, 14], [4, 11]]
        let choices = kinds[choice % kinds.count].map { choice / 16 * 16 + $0 }
        var edits: [TreeEdit] = []
        for edit in choices.flatMap({ self.edits($0, number: number) })
        where !edits.contains(where: { $0.place.overlaps(edit.place) }) {
            edits.append(edit)
        }
        return edits
    }

    private static func key(_ choice: Int, of keys: String) -> TreeKey {
        let keys = Array(keys)
        return TreeKey(String(keys[choice % keys.count]))
    }
}
