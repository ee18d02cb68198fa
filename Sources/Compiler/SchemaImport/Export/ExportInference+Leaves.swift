/// The types of values without children.
extension ExportInference {
    /// - Parameter isBesideFractions: whether a sibling has numbers with fractions, which is only
    ///   weak evidence.
    mutating func leaf(
        _ place: Observation, at path: ImportedPlace, isBesideFractions: Bool
    ) -> ImportedNode {
        switch place.scalarType {
        case .bool where place.trues == place.bools: return ImportedNode(.leaf(.membership))
        case .int:
            return ImportedNode(
                .leaf(integerType(place, at: path, isBesideFractions: isBesideFractions)))
        case let type?: return ImportedNode(.leaf(type))
        case nil:
            return node(.mixed, "\(place.kindsText); decide what it is", at: path)
        }
    }

    /// Returns the node of values of several kinds.
    mutating func node(
        _ type: ImportedType, _ comment: String, at path: ImportedPlace
    ) -> ImportedNode {
        note("values of several kinds", comment, at: path)
        var node = ImportedNode(.leaf(type))
        node.comments = [comment]
        return node
    }

    private mutating func integerType(
        _ place: Observation, at path: ImportedPlace, isBesideFractions: Bool
    ) -> ImportedType {
        guard let name = path.name, let range = place.range else { return .int }
        let evidence = place.count == 1 ? "1 number" : "\(place.count) numbers"
        if NumberWords.date.match(name) {
            if Self.milliseconds.contains(range) {
                note(
                    "taken for dates by the name, and since all numbers are milliseconds since "
                        + "1970 in this century", evidence, at: path)
                return .date
            }
            if Self.seconds.contains(range) {
                note("seconds since 1970, as it seems, and so not a Date", at: path)
            } else if Self.seconds.contains(range.lowerBound),
                Self.milliseconds.contains(range.upperBound)
            {
                note(
                    "seconds since 1970 among milliseconds, as it seems, and so not a Date",
                    evidence, at: path)
            }
        } else if NumberWords.measure.match(name)
            || isBesideFractions && !NumberWords.count.match(name)
        {
            note("all numbers are integers; make it Double if others can be", evidence, at: path)
        }
        return .int
    }

    /// The seconds since 1970 for the years 2000 to 2100.
    private static let seconds: ClosedRange<Int64> = 946_684_800...4_102_444_800
    private static let milliseconds: ClosedRange<Int64> = 946_684_800_000...4_102_444_800_000
}

extension Observation {
    /// The type of the values, all without children; `nil` if they are of several types.
    fileprivate var scalarType: ImportedType? {
        switch count {
        case bools: .bool
        case integers: .int
        case integers + doubles: .double
        case strings: .string
        default: nil
        }
    }

    /// The type of arrays whose elements are values of one type; `nil` for others.
    var arrayType: ImportedType? {
        guard children.isEmpty, let type = element?.scalarType else { return nil }
        return .array(of: type)
    }
}
