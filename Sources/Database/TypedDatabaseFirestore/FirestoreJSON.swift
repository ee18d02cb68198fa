import DatabaseTransport
import TypedDatabase

// MARK: - Reading values

extension JSONReader {
    /// The maximum depth of an answer: documents nest up to 20 maps, each of three levels.
    static let documentDepth = 160

    /// Reads the fields of a document, or of a map; `nil` if none has a value.
    ///
    /// The tree lacks some of Firestore's values. Null and empty maps and arrays are nothing; an
    /// array is the children with the keys 0, 1, and so on; bytes are their base64; a reference is
    /// the name of its document; a point has the children `latitude` and `longitude`; NaN is the text
    /// `"NaN"`; infinity is the greatest number.
    mutating func fields() throws(JSONError) -> TreeValue? {
        var fields = OrderedChildren()
        try members { name, reader throws(JSONError) in
            fields.append(TreeKey(name), try reader.fieldValue())
        }
        return fields.value
    }

    /// Reads the value of a field.
    mutating func fieldValue() throws(JSONError) -> TreeValue? {
        var value: TreeValue?
        try members { kind, reader throws(JSONError) in
            switch kind {
            case "integerValue": value = try reader.integerValue()
            case "doubleValue": value = try reader.doubleValue()
            case "timestampValue": value = try reader.timestampValue()
            case "mapValue": value = try reader.mapValue()
            case "arrayValue": value = try reader.arrayValue()
            case "geoPointValue": value = try reader.geoPointValue()
            // Booleans, texts, base64, names of documents; null.
            default: value = try reader.value()
            }
        }
        return value
    }

    private mutating func integerValue() throws(JSONError) -> TreeValue? {
        guard case .string(let text)? = try value() else { return nil }
        guard let integer = Int64(text) else { throw error("an integer that isn't one") }
        return .integer(integer)
    }

    private mutating func doubleValue() throws(JSONError) -> TreeValue? {
        let value = try value()
        switch value {
        case .string("Infinity"): return .number(.greatestFiniteMagnitude)
        case .string("-Infinity"): return .number(-.greatestFiniteMagnitude)
        default: return value
        }
    }

    private mutating func timestampValue() throws(JSONError) -> TreeValue? {
        guard let time = Timestamp.value(of: try string()) else {
            throw error("a timestamp that isn't one")
        }
        return time
    }

    private mutating func mapValue() throws(JSONError) -> TreeValue? {
        var value: TreeValue?
        try members { member, reader throws(JSONError) in
            if member == "fields" {
                value = try reader.fields()
            } else {
                _ = try reader.value()
            }
        }
        return value
    }

    private mutating func arrayValue() throws(JSONError) -> TreeValue? {
        var values = OrderedChildren()
        var index = 0
        try members { member, reader throws(JSONError) in
            guard member == "values" else {
                _ = try reader.value()
                return
            }
            try reader.elements { reader throws(JSONError) in
                values.append(TreeKey("\(index)"), try reader.fieldValue())
                index += 1
            }
        }
        return values.value
    }

    /// Reads a point, from which the server leaves out zeros.
    private mutating func geoPointValue() throws(JSONError) -> TreeValue? {
        var point = try value()?.children ?? TreeChildren()
        for name in ["latitude", "longitude"] as [TreeKey] where point[name] == nil {
            point[name] = 0
        }
        return TreeValue(point)
    }
}

extension JSONReader {
    /// Skips the next value, whatever it is.
    mutating func skipValue() throws(JSONError) {
        switch try nextKind() {
        case .object: try members { _, reader throws(JSONError) in try reader.skipValue() }
        case .array: try elements { reader throws(JSONError) in try reader.skipValue() }
        case .scalar: _ = try value()
        }
    }

    /// Reads the next value, which must be an integer.
    mutating func integer() throws(JSONError) -> Int {
        guard case .integer(let integer)? = try value() else {
            throw error("expected an integer")
        }
        return Int(integer)
    }

    /// Reads the next value; `nil` if it isn't a string.
    mutating func stringIfAny() throws(JSONError) -> String? {
        if peek() == UInt8(ascii: "\"") { return try string() }
        try skipValue()
        return nil
    }

    /// Reads the next value, which must be an array of integers.
    mutating func integers() throws(JSONError) -> [Int] {
        var integers: [Int] = []
        try elements { reader throws(JSONError) in integers.append(try reader.integer()) }
        return integers
    }
}

// MARK: - Writing values

extension JSONWriter {
    /// Writes the fields of a document, or of a map.
    mutating func write(fields: TreeChildren, _ layout: FieldLayout) {
        writeObject(fields, key: \.key.text) { field, writer in
            writer.write(field: field.value, layout.child(field.key))
        }
    }

    /// Writes the value of a field.
    ///
    /// - Parameter layout: the field's layout, by which numbers are times.
    mutating func write(field value: TreeValue, _ layout: FieldLayout) {
        if layout.isTime, let time = Timestamp.text(of: value) {
            write(member: "timestampValue") { $0.write(time) }
            return
        }
        switch value {
        case .bool: write(member: "booleanValue") { $0.write(value) }
        case .integer(let integer): write(member: "integerValue") { $0.write("\(integer)") }
        case .double: write(member: "doubleValue") { $0.write(value) }
        case .string: write(member: "stringValue") { $0.write(value) }
        case .children(let children):
            write(member: "mapValue") { writer in
                writer.write(member: "fields") { $0.write(fields: children, layout) }
            }
        }
    }

    /// Writes a mask of fields.
    mutating func write(mask: [String]) {
        write(member: "fieldPaths") { $0.writeArray(mask) { $1.write($0) } }
    }

    /// Writes an array, whose elements are written by `body`.
    mutating func writeArray<Element>(
        _ elements: some Sequence<Element>, _ body: (Element, inout JSONWriter) -> Void
    ) {
        write(raw: "[")
        var isFirst = true
        for element in elements {
            if !isFirst { write(raw: ",") }
            isFirst = false
            body(element, &self)
        }
        write(raw: "]")
    }

    /// A member of an object, and a closure that writes its value.
    typealias Member = (name: String, write: (inout JSONWriter) -> Void)

    /// Returns the JSON of an object with some members.
    static func bytes(members: [Member]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(members: members)
        return writer.bytes
    }

    /// Writes an object with some members.
    mutating func write(members: [Member]) {
        writeObject(members, key: \.name) { member, writer in member.write(&writer) }
    }

    /// Writes an object with a single member.
    mutating func write(member name: String, _ body: (inout JSONWriter) -> Void) {
        writeObject(CollectionOfOne(name), key: \.self) { _, writer in body(&writer) }
    }
}

// MARK: - Times

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

// MARK: - Names

/// The path of a field within its document, as masks, transforms and orders have it.
enum FieldPath {
    /// The name of a document itself, as a field.
    static let name = "__name__"

    /// Returns the path of the field with these keys: `` a.`b c` ``.
    static func text(_ field: TreePlace) -> String {
        field.keys.map { quoted($0.text) }.joined(separator: ".")
    }

    private static func quoted(_ name: String) -> String {
        if isSimple(name) { return name }
        var quoted = "`"
        for scalar in name.unicodeScalars {
            if scalar == "`" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        quoted.unicodeScalars.append("`")
        return quoted
    }

    private static func isSimple(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

/// The root of a database's documents, from which they are named.
struct DocumentRoot: Hashable, Sendable {
    /// The name of the database, `projects/my-project/databases/(default)`.
    let database: String

    /// The name of the root, which all names of documents begin with.
    let name: String

    init(project: String, database: String) {
        self.database = "projects/\(project)/databases/\(database)"
        name = self.database + "/documents"
    }

    /// Returns the name of a document or of a collection, without any encoding; of the root for no
    /// keys.
    func name(of place: TreePlace) -> String {
        place.keys.reduce(name) { "\($0)/\($1.text)" }
    }

    /// Returns the path of a document in URLs, or of the root.
    func urlPath(of place: TreePlace) -> String {
        place.keys.reduce(name) { "\($0)/\(PercentEncoding.encoded($1.text))" }
    }

    /// Returns the place of a document; `nil` for a name of another database.
    func place(ofName text: String) -> TreePlace? {
        guard text.utf8.starts(with: (name + "/").utf8) else { return nil }
        let keys = String(decoding: text.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self)
        return TreePlace(slashSeparated: keys)
    }
}
