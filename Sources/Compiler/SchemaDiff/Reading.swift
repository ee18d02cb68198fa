import PathSchema

/// Whether one type reads what was stored as another, in `TypedDatabase`'s default coding.
enum Reading: Comparable {
    /// Every stored value is read as it was.
    case all
    /// Every stored value is read, and some mean something else.
    case otherwise
    /// The types are the app's own.
    case unknown
    /// Some stored values can't be read.
    case refused
}

extension Reading {
    /// Compares the type of stored values with the type that they are read as.
    init(of stored: StoredType, as type: StoredType) {
        switch (stored, type) {
        case (.unknown(let text), .unknown(let other)): self = text == other ? .all : .unknown
        case (.unknown, _), (_, .unknown): self = .unknown
        case (.scalar(let scalar), .scalar(let other)): self.init(of: scalar, as: other)
        case (.array(let element), .array(let other)), (.set(let element), .set(let other)),
            (.set(let element), .array(let other)):
            self.init(of: element, as: other)
        case (.array(let element), .set(let other)):
            self = max(.otherwise, Reading(of: element, as: other))
        case (.dictionary(let key, let value), .dictionary(let otherKey, let other)):
            self = max(Reading(of: key, as: otherKey), Reading(of: value, as: other))
        case (.array(let element), .dictionary(let key, let other)),
            (.set(let element), .dictionary(let key, let other)):
            let keys = Reading(of: .integer(0 ... .max), as: key)
            self = max(.otherwise, keys, Reading(of: element, as: other))
        case (.dictionary(let key, let value), .array(let other)),
            (.dictionary(let key, let value), .set(let other)):
            self = max(
                .otherwise, Reading(of: key, as: .integer(0...Int64(Int32.max))),
                Reading(of: value, as: other))
        case (.scalar, _), (_, .scalar): self = .refused
        }
    }

    /// Compares the types of keys.
    init(of stored: KeyType, as type: KeyType) {
        switch (stored, type) {
        case (.unknown(let text), .unknown(let other)): self = text == other ? .all : .unknown
        case (_, .text): self = .all
        case (.unknown, _), (_, .unknown): self = .unknown
        case (.integer(let range), .integer(let other)):
            self = other.contains(range) ? .all : .refused
        case (.uuid, .uuid): self = .all
        default: self = .refused
        }
    }

    private init(of stored: Scalar, as type: Scalar) {
        self =
            switch (stored, type) {
            case _ where stored == type: .all
            case (.url, .string), (.uuid, .string), (.data, .string), (.uuid, .url): .all
            case (.integer(let integer), .integer(let other)):
                other.range.contains(integer.range) ? .all : .refused
            case (.integer, .double), (.integer, .decimal), (.float, .double),
                (.decimal, .double), (.float, .decimal):
                .all
            case (.integer(let integer), .float):
                // Floats have 24 binary digits.
                (-0x100_0000...0x100_0000).contains(integer.range) ? .all : .otherwise
            case (.date, .serverTime), (.serverTime, .date): .otherwise
            case (.date, .integer(let integer)), (.serverTime, .integer(let integer)):
                integer.range.contains(.min ... .max) ? .otherwise : .refused
            case (.date, _) where type.form == .number, (.serverTime, _) where type.form == .number:
                .otherwise
            case (_, .date) where stored.isNumber, (_, .serverTime) where stored.isNumber:
                .otherwise
            default: .refused
            }
    }
}

extension Scalar {
    fileprivate var isNumber: Bool { form == .number || form == .integer }
}

// MARK: - Rules

extension Reading {
    /// Compares the type of writes with the type whose rules check them.
    init(ofWrites stored: StoredType, byRulesFor type: StoredType) {
        switch (stored, type) {
        case (_, .unknown), (_, .set): self = .all
        case (.unknown, _): self = .unknown
        case (.scalar(let scalar), .scalar(let other)):
            self = Self.allows(scalar, other.form) ? .all : .refused
        case (.array(let element), .array(let other)), (.set(let element), .array(let other)),
            (.array(let element), .dictionary(_, let other)),
            (.set(let element), .dictionary(_, let other)):
            self.init(ofWrites: element, byRulesFor: other)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let other)):
            self = max(
                Reading(ofWrites: key, byRulesFor: otherKey),
                Reading(ofWrites: value, byRulesFor: other))
        case (.dictionary(let key, let value), .array(let other)):
            self = max(
                Reading(ofWrites: key, byRulesFor: .integer(.min ... .max)),
                Reading(ofWrites: value, byRulesFor: other))
        case (.scalar, _), (_, .scalar): self = .refused
        }
    }

    /// Compares the types of keys. Rules check only that a key is an integer.
    init(ofWrites stored: KeyType, byRulesFor type: KeyType) {
        switch (stored, type) {
        case (.integer, .integer): self = .all
        case (.unknown, .integer): self = .unknown
        case (_, .integer): self = .refused
        default: self = .all
        }
    }

    private static func allows(_ stored: Scalar, _ form: Scalar.Form) -> Bool {
        switch (stored, form) {
        case (.date, .integer), (.serverTime, .integer), (.integer, .number): true
        default: stored.form == form
        }
    }
}
