/// A time of the server, by which a state is known to have a commit or not.
struct ReadTime: Hashable, Comparable, Sendable {
    /// The time with nine digits of a second's fraction, so that later times are greater texts.
    private let text: String

    /// Parses a timestamp as the server writes it: `2026-11-22T05:49:18.867389Z`, with up to nine
    /// digits after the seconds, or none. Returns `nil` for other texts.
    init?(_ timestamp: String) {
        guard
            let match = timestamp.wholeMatch(
                of: /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z/)
        else { return nil }
        let fraction = match.2 ?? ""
        text = match.1 + "." + fraction + String(repeating: "0", count: 9 - fraction.count)
    }

    static func < (a: ReadTime, b: ReadTime) -> Bool { a.text < b.text }
}
