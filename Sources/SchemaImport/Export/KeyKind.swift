/// What the form of a key says about the collection it is in.
enum KeyKind: Hashable, CaseIterable {
    /// Made by Firebase's `push`: 20 characters, in the order of time.
    case pushID
    case uuid
    /// The ID of a user, as Firebase Authentication makes them: 28 letters and digits.
    case userID
    /// A day, a month, or a time: `2018-04-30`, `201804`, `1524787200000`.
    case date
    case number
    /// A word, which may be a name or anything else.
    case name

    init(_ key: String) {
        let utf8 = key.utf8
        if utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            self = Self.isTime(key) ? .date : .number
        } else if utf8.count == 20, utf8.first == UInt8(ascii: "-"), utf8.allSatisfy(Self.isInID) {
            self = .pushID
        } else if utf8.count == 28, utf8.allSatisfy(Self.isLetterOrDigit), Self.hasDigit(key) {
            self = .userID
        } else if Self.matches(key, "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh") {
            self = .uuid
        } else if Self.dateForms.contains(where: { Self.matches(key, $0) }) {
            self = .date
        } else {
            self = .name
        }
    }

    /// What a person calls keys of this kind; `nil` where the collection's name says more.
    var isGenerated: Bool { self != .name }

    private static let dateForms = ["dddd-dd-dd", "dddd-dd", "dddd_dd_dd", "dddd_dd", "dddd-Wdd"]

    private static func matches(_ key: String, _ form: String) -> Bool {
        guard key.utf8.count == form.utf8.count else { return false }
        return zip(key.utf8, form.utf8).allSatisfy { byte, kind in
            switch kind {
            case UInt8(ascii: "d"): 0x30...0x39 ~= byte
            case UInt8(ascii: "h"):
                0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20
            default: byte == kind
            }
        }
    }

    /// `20180430` or milliseconds since 1970.
    private static func isTime(_ digits: String) -> Bool {
        switch digits.utf8.count {
        case 8: digits.hasPrefix("19") || digits.hasPrefix("20")
        case 13: digits.hasPrefix("1")
        default: false
        }
    }

    private static func isInID(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
    }

    private static func hasDigit(_ key: String) -> Bool {
        key.utf8.contains { 0x30...0x39 ~= $0 }
    }
}
