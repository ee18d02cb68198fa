import PathSchema

/// The reason for treating named children as the elements of a collection.
struct CollectionEvidence {
    /// A predicate about the children, as in "have one shape".
    let reason: String
    /// Another place, which the reason ends with.
    var other: ImportedPlace?
    /// The kind of the elements, if children of another kind are strays.
    let kind: Observation.Kind?
    /// The names of the elements.
    let names: [String]

    /// - Parameters:
    ///   - name: the key of the place.
    ///   - known: the collections found so far.
    /// - Returns: `nil` if the children seem to be fields.
    init?(_ place: Observation, name: String?, known: KnownCollections) {
        let kinds = place.children.compactMap(\.place.kind)
        let kind = Observation.Kind.prevailing(
            in: kinds.reduce(into: [:]) { $0[$1, default: 0] += 1 }, of: place.children.count)
        let elements = place.children.filter { kind == nil || $0.place.kind == kind }
        let children = elements.map(\.place)
        let names = elements.map(\.name)
        guard !children.isEmpty else { return nil }
        self.kind = kind
        self.names = names
        let isPlural = name.map(Self.isPlural) ?? false
        let isNumbered = Self.areNumbered(names)
        let all = children + (place.element.map { [$0] } ?? [])
        if children.allSatisfy(\.isTrue), all.allSatisfy({ $0.kind == .bool }),
            all.count > 1 || isPlural
        {
            reason = "are all true"
        } else if children.allSatisfy(\.isSetOfTrue), children.count > 1 {
            reason = "are sets"
        } else if RecordShapes(all, isPlural: isPlural, isNumbered: isNumbered).areAlike {
            reason = "have one shape"
        } else if all.count > 1, isPlural || isNumbered, Self.areCollections(all) {
            reason = "have nothing but IDs for keys"
        } else if Self.areScalars(children), isPlural,
            isNumbered && children.count > 1 || children.count >= 8
        {
            reason = "have one type, and keys of one form"
        } else if children.count > 1, Self.haveOneKind(children),
            let other = known.place(with: Set(names))
        {
            reason = "have the keys of"
            self.other = other
        } else if Self.areSparse(children, in: place) {
            reason = "have one type, and most are missing in most places"
        } else {
            return nil
        }
    }

    /// Whether all children are objects, or all are scalars of one kind.
    private static func haveOneKind(_ children: [Observation]) -> Bool {
        children.allSatisfy { $0.objects == $0.count } || areScalars(children)
    }

    private static func areScalars(_ children: [Observation]) -> Bool {
        let kinds: [(Observation) -> Int] = [\.bools, { $0.integers + $0.doubles }, \.strings]
        return kinds.contains { kind in children.allSatisfy { kind($0) == $0.count } }
    }

    /// Whether all children are objects with generated keys and the same values.
    private static func areCollections(_ children: [Observation]) -> Bool {
        let elements = children.compactMap(\.element)
        return elements.count == children.count
            && children.allSatisfy { $0.objects == $0.count && $0.children.isEmpty }
            && (areScalars(elements)
                || RecordShapes(elements, isPlural: true, isNumbered: false).areAlike)
    }

    /// Whether there are many children of one scalar type, few of them at each of many places.
    private static func areSparse(_ children: [Observation], in place: Observation) -> Bool {
        guard children.count >= 4, place.objects >= 4, areScalars(children) else { return false }
        return children.reduce(0) { $0 + $1.count } * 2 < children.count * place.objects
    }

    /// Whether the names are one word with different numbers appended: `u1`, `u2`.
    private static func areNumbered(_ names: [String]) -> Bool {
        let words = names.map { name in
            String(name.reversed().drop { $0.isNumber || $0 == "_" || $0 == "-" }.reversed())
        }
        return Set(words).count == 1 && zip(words, names).allSatisfy { $0 != $1 }
    }

    private static func isPlural(_ name: String) -> Bool {
        guard let member = SwiftNames.member(for: name) else { return false }
        let last = SwiftNames.words(of: member).last?.lowercased() ?? ""
        return Namer.singular(member) != member && !branches.contains(last)
    }

    /// Plurals that are nearly always branches rather than collections.
    private static let branches: Set = [
        "configs", "counters", "counts", "defaults", "details", "features", "flags", "limits",
        "options", "params", "permissions", "preferences", "prefs", "properties", "rules",
        "settings", "stats", "statistics", "toggles", "totals",
    ]
}

/// The similarity of objects that may be the elements of one collection.
///
/// Records of one kind differ by their optional fields. The criterion is therefore the share of all
/// fields that occur in most records; the required share is lower, the more the keys look like
/// those of a collection.
private struct RecordShapes {
    private let records: [Observation]
    private let isPlural: Bool
    private let isNumbered: Bool
    /// The number of records that contain each field.
    private var counts: [String: Int] = [:]

    init(_ records: [Observation], isPlural: Bool, isNumbered: Bool) {
        self.records = records
        self.isPlural = isPlural
        self.isNumbered = isNumbered
        for record in records {
            for (name, _) in record.children { counts[name, default: 0] += 1 }
        }
    }

    var areAlike: Bool {
        guard records.allSatisfy({ $0.objects == $0.count && $0.count > 0 }), !counts.isEmpty,
            haveCommonTypes
        else { return false }
        let inMost = counts.filter { $0.value * 2 >= records.count }
        // The percentage of all field occurrences that belong to common fields.
        let share = inMost.values.reduce(0, +) * 100 / counts.values.reduce(0, +)
        let inAll = counts.values.count { $0 == records.count }
        switch records.count {
        case 1: return isPlural && isNumbered
        case 2: return (isPlural || isNumbered) && inAll > 0 && inAll * 3 >= counts.count
        default:
            if isPlural || isNumbered { return share >= 50 && haveField(of: Set(inMost.keys)) }
            if records.count >= 8 { return share >= 60 && haveField(of: Set(inMost.keys)) }
            return share == 100 && inAll * 2 > counts.count || share >= 75 && inAll > 1
        }
    }

    /// Whether nearly all records have one of some fields.
    private func haveField(of names: Set<String>) -> Bool {
        let count = records.count { record in
            record.children.contains { names.contains($0.name) }
        }
        return count * 10 >= records.count * 9
    }

    /// Whether fields of one name are either values or objects in most records.
    private var haveCommonTypes: Bool {
        var scalars: [String: Int] = [:]
        for record in records {
            for (name, field) in record.children where field.scalars > 0 {
                scalars[name, default: 0] += 1
            }
        }
        let differing = scalars.count { name, count in count != counts[name] }
        return differing * 2 <= counts.count
    }
}

extension Observation {
    /// Whether every value at this place was `true`.
    fileprivate var isTrue: Bool { count > 0 && trues == count }

    /// Whether every value at this place was a set of keys.
    fileprivate var isSetOfTrue: Bool {
        let places = children.map(\.place) + (element.map { [$0] } ?? [])
        return objects > 0 && objects == count && !places.isEmpty && places.allSatisfy(\.isTrue)
    }
}

// MARK: - Kinds of keys

/// The form of a key, which is evidence of a collection.
enum KeyKind: Hashable {
    /// A key made by Firebase's `push`: 20 characters, sorted by time.
    case pushID
    /// A user ID of Firebase Authentication: 28 letters and digits.
    case userID
    /// A key made by another generator: UUID, ULID, Firestore, MongoDB, a hash.
    case otherID
    /// A mail address with commas for its dots, or a telephone number.
    case address
    /// A day, a month, or a time: `2018-04-30`, `201804`, `1524787200000`.
    case date
    /// A time of day: `09:30`
    case time
    case year
    case number
    /// A word, which may be a name or an arbitrary key.
    case name

    init(_ key: String) {
        let utf8 = Array(key.utf8)
        if !utf8.isEmpty, utf8.allSatisfy(Self.isDigit) {
            self = Self.kind(ofDigits: utf8)
        } else if utf8.count == 20, utf8.first == UInt8(ascii: "-"), utf8.allSatisfy(Self.isInID) {
            self = .pushID
        } else if utf8.count == 28, utf8.allSatisfy(Self.isAlphanumeric), Self.isRandom(utf8) {
            self = .userID
        } else if Self.isOtherID(utf8) {
            self = .otherID
        } else if Self.dateForms.contains(where: { Self.matches(utf8, $0) }) {
            self = .date
        } else if Self.timeForms.contains(where: { Self.matches(utf8, $0) }) {
            self = .time
        } else if Self.isAddress(utf8) {
            self = .address
        } else {
            self = .name
        }
    }

    /// Whether the key was generated, rather than chosen as a name.
    var isGenerated: Bool { self != .name }
}

extension KeyKind {
    private static let dateForms = [
        "dddd-dd-dd", "dddd-dd", "dddd_dd_dd", "dddd_dd", "dddd-Wdd", "dd-dd-dddd", "dd_dd_dddd",
        "dddd-dd-ddTdd:dd:ddZ",
    ]

    private static let timeForms = ["dd:dd", "dd:dd:dd"]

    /// The forms of UUIDs, MAC addresses, MongoDB IDs, MD5 and SHA-1.
    private static let idForms = [
        "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh", "hh:hh:hh:hh:hh:hh",
        String(repeating: "h", count: 24),
        String(repeating: "h", count: 32), String(repeating: "h", count: 40),
    ]

    private static func matches(_ key: [UInt8], _ form: String) -> Bool {
        guard key.count == form.utf8.count else { return false }
        return zip(key, form.utf8).allSatisfy { byte, kind in
            switch kind {
            case UInt8(ascii: "d"): isDigit(byte)
            case UInt8(ascii: "h"): isDigit(byte) || 0x61...0x66 ~= byte | 0x20
            default: byte == kind
            }
        }
    }

    /// Returns the kind of a key of digits: a year, `20180430`, `201804`, or seconds or
    /// milliseconds since 1970.
    private static func kind(ofDigits digits: [UInt8]) -> KeyKind {
        let isThisCentury = digits.starts(with: "20".utf8) || digits.starts(with: "19".utf8)
        return switch digits.count {
        case 4 where isThisCentury: .year
        case 6 where isThisCentury, 8 where isThisCentury: .date
        case 13 where digits[0] == UInt8(ascii: "1"): .date
        case 10 where digits[0] == UInt8(ascii: "1"): .date
        default: .number
        }
    }

    private static func isOtherID(_ key: [UInt8]) -> Bool {
        switch key.count {
        // Firestore's and nanoid's.
        case 20, 21: key.allSatisfy(isInID) && isRandom(key)
        // ULID.
        case 26: key.allSatisfy { isDigit($0) || 0x41...0x5A ~= $0 } && key.contains(where: isDigit)
        default: idForms.contains { matches(key, $0) } && key.contains(where: isDigit)
        }
    }

    /// Whether a key mixes digits, lowercase and uppercase letters, as no name of this length does.
    private static func isRandom(_ key: [UInt8]) -> Bool {
        key.contains(where: isDigit) && key.contains { 0x61...0x7A ~= $0 }
            && key.contains { 0x41...0x5A ~= $0 }
    }

    private static func isAddress(_ key: [UInt8]) -> Bool {
        key.contains(UInt8(ascii: "@"))
            || key.count >= 7 && key[0] == UInt8(ascii: "+") && key.dropFirst().allSatisfy(isDigit)
    }

    private static func isInID(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || 0x61...0x7A ~= byte | 0x20
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
