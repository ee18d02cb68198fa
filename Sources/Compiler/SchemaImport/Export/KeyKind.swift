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
