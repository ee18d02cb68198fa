/// The UTF-16 code units that one place of a pattern matches.
struct UnitSet: Hashable, Sendable {
    var ranges: [ClosedRange<UInt16>]
    var isNegated = false
    var ignoresCase = false

    func contains(_ unit: UInt16) -> Bool {
        var isMember = has(unit)
        if !isMember, ignoresCase { isMember = Self.otherCases(of: unit).contains(where: has) }
        return isMember != isNegated
    }

    private func has(_ unit: UInt16) -> Bool {
        ranges.contains { $0.contains(unit) }
    }

    /// Returns the code unit in lower and upper case.
    private static func otherCases(of unit: UInt16) -> [UInt16] {
        guard let scalar = Unicode.Scalar(unit) else { return [] }
        let properties = scalar.properties
        return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap {
            $0.utf16.count == 1 ? $0.utf16.first : nil
        }
    }
}

extension UnitSet {
    static let any = UnitSet(ranges: [0...UInt16.max])

    /// Returns the set of `\d`, `\w` or `\s`, or the complement for a capital.
    static func named(_ letter: Unicode.Scalar) -> UnitSet? {
        switch letter {
        case "d": UnitSet(ranges: [0x30...0x39])
        case "w": UnitSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
        case "s": UnitSet(ranges: [0x09...0x0D, 0x20...0x20])
        case "D": UnitSet(ranges: [0...0x2F, 0x3A...UInt16.max])
        case "W":
            UnitSet(
                ranges: [0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...UInt16.max])
        case "S": UnitSet(ranges: [0...0x08, 0x0E...0x1F, 0x21...UInt16.max])
        default: nil
        }
    }
}
