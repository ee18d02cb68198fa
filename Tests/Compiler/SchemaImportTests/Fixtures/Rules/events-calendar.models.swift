// Made by generate-paths from events-calendar.rules.json, once: these types are yours to change.

/// calendars/<calendarId>/events/<eventId>
struct Event: Codable, Hashable, Sendable {
    var title: String?
    var start: Double?
    var end: Double?
    var guests: [String: Guest]?
    var recurrence: Recurrence?
}

/// calendars/<calendarId>/events/<eventId>/recurrence
struct Recurrence: Codable, Hashable, Sendable {
    var rule: String?
    var until: Double?
}

/// calendars/<calendarId>/events/<eventId>/guests/<email>
enum Guest: String, Codable, Hashable, Sendable {
    case yes
    case no
    case maybe
}
