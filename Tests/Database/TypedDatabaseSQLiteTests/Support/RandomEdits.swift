import TestSupport
import TypedDatabase

/// Random places, edits of them, and selections at them, which meet often.
enum RandomEdits {
    static func place(_ random: inout SplitMix64) -> TreePlace {
        TreePlace((0..<Int.random(in: 0...3, using: &random)).map { _ in .few(&random) })
    }

    /// Edits of places none of which is in another.
    static func edits(_ random: inout SplitMix64) -> [TreeEdit] {
        var edits: [TreeEdit] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = place(&random)
            if edits.contains(where: { $0.place.contains(place) || place.contains($0.place) }) {
                continue
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                let deltas: [TreeValue] = [1, -3, 0.25, .integer(.max)]
                edits.append(TreeEdit(place, .increment(deltas.randomElement(using: &random) ?? 1)))
            } else {
                let value = TreeValue.random(depth: 3, &random)
                edits.append(TreeEdit(place, .set(PendingValue(value))))
            }
        }
        return edits
    }

    static func selection(_ random: inout SplitMix64) -> TreeSelection {
        let order: TreeSelection.Order =
            [.key, .key, .value, .child(["a"]), .child(["a", "b"])].randomElement(using: &random)
            ?? .key
        var selection = TreeSelection(order: order)
        func bound() -> TreeSelection.Bound? {
            if Bool.random(using: &random) { return nil }
            let key = TreeKey.few(&random)
            let position: TreePosition =
                order == .key
                ? .key(key)
                : .value(
                    TreeValue.random(depth: 0, &random), Bool.random(using: &random) ? key : nil)
            return TreeSelection.Bound(position, isInclusive: Bool.random(using: &random))
        }
        selection.lower = bound()
        selection.upper = bound()
        selection.limit =
            [nil, .first(1), .last(1), .first(3), .last(3)].randomElement(using: &random) ?? nil
        return selection
    }
}
