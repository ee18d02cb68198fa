import TestSupport
import TypedDatabase

/// Random selections of documents with a field `n`, and random documents.
struct RandomSelections {
    var random: SplitMix64

    static let keys: [TreeKey] = ["a", "b", "c", "ab", "A", "é", "-Oabc", "x y"]

    mutating func selection() -> TreeSelection {
        var selection = TreeSelection(order: below(3) == 0 ? .key : .child(["n"]))
        if below(2) == 0 { selection.lower = bound(selection.order) }
        if below(3) == 0 { selection.upper = bound(selection.order) }
        switch below(3) {
        case 0: selection.limit = .first(1 + below(4))
        case 1: selection.limit = .last(1 + below(4))
        default: break
        }
        return selection
    }

    /// Returns the edits of a batch, which the model gets as well.
    mutating func edits(of collection: TreePlace, _ model: inout TreeValue?) -> [TreeEdit] {
        let keys = Self.keys.shuffled(using: &random).prefix(1 + below(4))
        return keys.map { key in
            let document = below(4) == 0 ? nil : document()
            model[[key]] = document
            return TreeEdit(collection.appending(key), .set(PendingValue(document)))
        }
    }

    private mutating func document() -> TreeValue {
        var fields: TreeChildren = ["kept": true]
        if below(5) > 0 { fields["n"] = value() }
        return .children(fields)
    }

    private mutating func bound(_ order: TreeSelection.Order) -> TreeSelection.Bound {
        let key = Self.keys[below(Self.keys.count)]
        let isInclusive = below(2) == 0
        guard order != .key else { return .init(.key(key), isInclusive: isInclusive) }
        return .init(.value(value(), below(2) == 0 ? key : nil), isInclusive: isInclusive)
    }

    private mutating func value() -> TreeValue {
        switch below(8) {
        case 0: .bool(below(2) == 0)
        case 1: .string(["x", "é", "😀", "\u{E000}"][below(4)])
        case 2: .double(0.5)
        case 3: ["x": 1]
        default: .integer(Int64(below(4)))
        }
    }

    mutating func below(_ count: Int) -> Int { .random(in: 0..<count, using: &random) }
}
