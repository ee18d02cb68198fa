/// Infers the types of values without children.
struct LeafInference {
    private let place: Observation
    private let path: ImportedPlace
    /// Whether a sibling has numbers with fractions, which is only weak evidence.
    private let isBesideFractions: Bool

    init(_ place: Observation, _ path: ImportedPlace, isBesideFractions: Bool = false) {
        self.place = place
        self.path = path
        self.isBesideFractions = isBesideFractions
    }

    func node(notes: inout [ImportNote]) -> ImportedNode {
        let numbers = place.integers + place.doubles
        switch place.count {
        case place.bools:
            return ImportedNode(.leaf(place.trues == place.bools ? .membership : .bool))
        case place.integers: return ImportedNode(.leaf(integerType(notes: &notes)))
        case numbers: return ImportedNode(.leaf(.double))
        case place.strings: return ImportedNode(.leaf(.string))
        default:
            var node = ImportedNode(.leaf(.mixed))
            let kinds = [("bool", place.bools), ("number", numbers), ("string", place.strings)]
            let found = kinds.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)\($0.1 == 1 ? "" : "s")" }
            node.comments = ["\(found.joined(separator: " and ")); decide what it is"]
            notes.append(ImportNote("values of several kinds", node.comments[0], at: path))
            return node
        }
    }

    /// The element type of an array; `nil` if the elements aren't values of one type.
    var arrayElement: ImportedType.ArrayElement? {
        guard place.children.isEmpty, let element = place.element else { return nil }
        switch element.count {
        case element.bools: return .bool
        case element.integers: return .int
        case element.integers + element.doubles: return .double
        case element.strings: return .string
        default: return nil
        }
    }
}

// MARK: - Numbers

extension LeafInference {
    private func integerType(notes: inout [ImportNote]) -> ImportedType {
        guard let name = path.name, let range = place.range else { return .int }
        let evidence = place.count == 1 ? "1 number" : "\(place.count) numbers"
        if Words.date.match(name) {
            if Self.milliseconds.contains(range) {
                notes.append(
                    ImportNote(
                        "taken for dates by the name, and since all numbers are milliseconds since "
                            + "1970 in this century", evidence, at: path))
                return .date
            }
            if Self.seconds.contains(range) {
                notes.append(
                    ImportNote("seconds since 1970, as it seems, and so not a Date", at: path))
            }
        } else if Words.measure.match(name) || isBesideFractions && !Words.count.match(name) {
            notes.append(
                ImportNote(
                    "all numbers are integers; make it Double if others can be", evidence, at: path)
            )
        }
        return .int
    }

    /// The seconds since 1970 for the years 2000 to 2100.
    private static let seconds: ClosedRange<Int64> = 946_684_800...4_102_444_800
    private static let milliseconds: ClosedRange<Int64> = 946_684_800_000...4_102_444_800_000

    /// Words at the end of a name that indicate the meaning of a number.
    private struct Words {
        let endings: [String]
        let words: Set<String>

        func match(_ name: String) -> Bool {
            let isEnding = endings.contains { name.hasSuffix($0) }
            guard !isEnding, let member = SwiftNames.member(for: name) else { return isEnding }
            let last = SwiftNames.words(of: member).last?.lowercased() ?? ""
            return words.contains(last)
        }

        static let date = Words(
            endings: ["At", "_at", "-at"],
            words: [
                "at", "birthday", "changed", "created", "date", "deleted", "edited", "end", "ended",
                "expires", "expiry", "finished", "joined", "login", "modified", "online", "opened",
                "read", "seen", "sent", "since", "start", "started", "time", "timestamp", "ts",
                "until", "updated", "visit", "when",
            ])

        static let count = Words(
            endings: [],
            words: [
                "age", "count", "id", "index", "level", "likes", "number", "position", "qty",
                "quantity", "rank", "size", "version", "views", "votes", "year",
            ])

        static let measure = Words(
            endings: [],
            words: [
                "amount", "average", "balance", "cost", "discount", "distance", "fee", "height",
                "lat", "latitude", "length", "lng", "lon", "longitude", "percent", "price", "rate",
                "rating", "subtotal", "tax", "temperature", "total", "volume", "weight", "width",
            ])
    }
}

extension ClosedRange {
    fileprivate func contains(_ other: ClosedRange) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
