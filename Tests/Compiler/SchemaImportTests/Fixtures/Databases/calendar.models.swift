// Made by generate-paths from calendar.rules.json, once: these types are yours to change.

/// calendars/<calendarId>
struct CalendarRecord: Codable, Hashable, Sendable {
    var name: String
    var timeZone: String?
    var shared: [String: Shared]?
    var owner: String
}

/// events/<calendarId>/<eventId>
///
/// Without 'attendees', which `set` of a whole model would remove: use `merge`.
struct Event: Codable, Hashable, Sendable {
    var title: String
    var start: Double
    var end: Double
    var allDay: Bool?
    var `repeat`: EventRepeat?
    var createdBy: String?
}

/// events/<calendarId>/<eventId>/attendees/<attendeeId>
struct Attendee: Codable, Hashable, Sendable {
    var email: String?
    var answer: AttendeeAnswer?
}

/// calendars/<calendarId>/shared/<userId>
enum Shared: String, Codable, Hashable, Sendable {
    case read
    case write
}

/// events/<calendarId>/<eventId>/repeat
enum EventRepeat: String, Codable, Hashable, Sendable {
    case daily
    case weekly
    case monthly
    case yearly
}

/// events/<calendarId>/<eventId>/attendees/<attendeeId>/answer
enum AttendeeAnswer: String, Codable, Hashable, Sendable {
    case yes
    case no
    case maybe
}
