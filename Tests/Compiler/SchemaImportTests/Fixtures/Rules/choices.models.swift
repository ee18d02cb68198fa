// Made by generate-paths from choices.rules.json, once: these types are yours to change.

/// words/<wordId>
struct Word: Codable, Hashable, Sendable {
    var swift: WordSwift
    var odd: WordOdd?
    var pattern: WordPattern
    var letter: WordLetter?
    var inParts: InParts?

    enum CodingKeys: String, CodingKey {
        case swift
        case odd
        case pattern
        case letter
        case inParts = "in parts"
    }
}

/// words/<wordId>/in parts
struct InParts: Codable, Hashable, Sendable {
    var state: InPartsState?
}

/// places/<placeId>
struct Place: Codable, Hashable, Sendable {
    var state: StateValue?
}

/// words/<wordId>/swift
enum WordSwift: String, Codable, Hashable, Sendable {
    case `self`
    case type = "Type"
    case `init`
    case `default`
    case none
    case rawValue
}

/// words/<wordId>/odd
enum WordOdd: String, Codable, Hashable, Sendable {
    case empty = ""
    case aB = "a b"
    case aB2 = "A-B"
    case _1 = "1"
    case value = "\u{2014}"
    case value2 = "\u{2026}"
    case itS = "it's"
}

/// words/<wordId>/pattern
enum WordPattern: String, Codable, Hashable, Sendable {
    case on
    case off
}

/// words/<wordId>/letter
enum WordLetter: String, Codable, Hashable, Sendable {
    case s = "S"
    case m = "M"
    case l = "L"
}

/// words/<wordId>/in parts/state
enum InPartsState: String, Codable, Hashable, Sendable {
    case open
    case closed
    case archived
}

/// votes/<userId>
enum Vote: String, Codable, Hashable, Sendable {
    case yes
    case no
}

/// state
enum StateValue: String, Codable, Hashable, Sendable {
    case on
    case off
}
