import TypedDatabase

/// Firestore's times, in RFC 3339, as the tree has them: milliseconds since 1970.
///
/// Firestore keeps microseconds, of the years 1 to 9999.
enum Timestamp {
    /// Microseconds since 1970, at the start of the year 1 and at the end of the year 9999.
    private static let range: ClosedRange<Int64> =
        -62_135_596_800_000_000...253_402_300_799_999_999

    /// Returns a time as text; `nil` for a value that isn't a number, or out of range.
    static func text(of value: TreeValue) -> String? {
        microseconds(of: value).map(text)
    }

    /// Returns the milliseconds since 1970, with a fraction if the time isn't a whole one; `nil` for
    /// a text that isn't a time.
    static func value(of text: String) -> TreeValue? {
        guard let microseconds = microseconds(of: text) else { return nil }
        let (milliseconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? .integer(milliseconds) : .number(Double(microseconds) / 1000)
    }

    // MARK: - Microseconds

    private static func microseconds(of value: TreeValue) -> Int64? {
        switch value {
        case .integer(let milliseconds):
            let (product, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
            return overflow || !range.contains(product) ? nil : product
        case .double(let milliseconds):
            guard let rounded = Int64(exactly: (milliseconds * 1000).rounded()) else { return nil }
            return range.contains(rounded) ? rounded : nil
        default: return nil
        }
    }

    private static func text(_ microseconds: Int64) -> String {
        let (seconds, fraction) = floorDivided(microseconds, by: 1_000_000)
        let (days, second) = floorDivided(seconds, by: 86_400)
        let (year, month, day) = date(days)
        let text =
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        switch fraction {
        case 0: return text + "Z"
        case _ where fraction % 1000 == 0: return "\(text).\(padded(fraction / 1000, 3))Z"
        default: return "\(text).\(padded(fraction, 6))Z"
        }
    }

    private static func microseconds(of text: String) -> Int64? {
        let pattern = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z/
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap {
            Int64($0)
        }
        guard numbers.count == 6 else { return nil }
        let fraction = String((match.7 ?? "").prefix(6))
        let microseconds =
            Int64(fraction + String(repeating: "0", count: 6 - fraction.count)) ?? 0
        let days = days(year: numbers[0], month: numbers[1], day: numbers[2])
        let seconds = days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        return seconds * 1_000_000 + microseconds
    }

    // MARK: - Days

    // Both count in the proleptic Gregorian calendar, in years that begin in March:
    // https://howardhinnant.github.io/date_algorithms.html

    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivided(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, day)
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = floorDivided(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func floorDivided(
        _ number: Int64, by divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
