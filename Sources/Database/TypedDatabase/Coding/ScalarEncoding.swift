import Foundation

extension EncodingNode {
    /// Encodes a value to this node.
    func encode<T: Encodable>(_ value: T) throws {
        if let scalar = try scalar(of: value) {
            set(scalar)
        } else {
            try encodeOther(value)
        }
    }

    /// Encodes a value to this node that isn't a ``scalar(of:at:)``.
    func encodeOther<T: Encodable>(_ value: T) throws {
        let outerType = modelType
        nesting += 1
        modelType = T.self
        defer {
            nesting -= 1
            modelType = outerType
        }
        if nesting > TreeLimits.depth {
            throw invalid(value, "\(T.self) encodes itself as itself, without end")
        }
        if let date = identical(value, as: Date.self) {
            try encodeCustom(date)
        } else if let data = identical(value, as: Data.self) {
            try encodeCustom(data)
        } else if T.self is any EncodableByKey.Type, let dictionary = value as? any EncodableByKey {
            try dictionary.encodeChildren(of: self)
        } else {
            try value.encode(to: self)
            try checkID(of: value)
        }
    }

    /// Returns the tree of a value that is stored as a scalar, bypassing its `encode(to:)`; `nil`
    /// for other types.
    func scalar<T: Encodable>(of value: T, at key: TreeKey? = nil) throws -> TreeValue? {
        if let text = identical(value, as: String.self) { return try string(text, at: key) }
        if let integer = identical(value, as: Int.self) { return .integer(Int64(integer)) }
        if let bool = identical(value, as: Bool.self) { return .bool(bool) }
        if let number = identical(value, as: Double.self) {
            return try self.number(number, at: key)
        }
        if let date = identical(value, as: Date.self) { return try self.date(date, at: key) }
        if let url = identical(value, as: URL.self) {
            return try string(url.absoluteString, at: key)
        }
        if let data = identical(value, as: Data.self) { return try self.data(data, at: key) }
        if let decimal = identical(value, as: Decimal.self) {
            return try self.decimal(decimal, at: key)
        }
        return nil
    }

    func string(_ text: String, at key: TreeKey? = nil) throws -> TreeValue {
        let limit = TreeLimits.stringUTF8Count
        if text.utf8.count > limit {
            throw invalid(
                text,
                "a string can have at most \(limit) bytes of UTF-8; "
                    + "this one has \(text.utf8.count)", at: key)
        }
        return .string(text)
    }

    func number(_ number: Double, at key: TreeKey? = nil) throws -> TreeValue {
        guard number.isFinite else {
            throw invalid(number, "\(number) can't be stored; a number must be finite", at: key)
        }
        return .number(number)
    }

    func integer<I: FixedWidthInteger>(_ integer: I, at key: TreeKey? = nil) throws -> TreeValue {
        guard let stored = Int64(exactly: integer) else {
            throw invalid(
                integer,
                "the integer \(integer) can't be stored; integers are from \(Int64.min) "
                    + "to \(Int64.max), so store a string or a Double", at: key)
        }
        return .integer(stored)
    }

    /// Returns the nearest whole millisecond since 1970.
    func milliseconds(of date: Date, at key: TreeKey? = nil) throws -> TreeValue {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard let integer = Int64(exactly: milliseconds) else {
            throw invalid(
                date.timeIntervalSince1970,
                "the date is too far from 1970 to be stored in milliseconds", at: key)
        }
        return .integer(integer)
    }

    private func date(_ date: Date, at key: TreeKey?) throws -> TreeValue? {
        switch context.coding.dates {
        case .millisecondsSince1970: try milliseconds(of: date, at: key)
        case .secondsSince1970: try number(date.timeIntervalSince1970, at: key)
        case .iso8601: try iso8601(date, at: key)
        case .custom: nil
        }
    }

    private func iso8601(_ date: Date, at key: TreeKey?) throws -> TreeValue {
        guard Date.iso8601Range.contains(date) else {
            throw invalid(
                date.timeIntervalSince1970, "ISO 8601 has dates of the years 1 to 9999 only",
                at: key)
        }
        return .string(date.formatted(.iso8601))
    }

    private func encodeCustom(_ date: Date) throws {
        guard case .custom(let encode, _) = context.coding.dates else { return }
        try encode(date, self)
    }

    private func data(_ data: Data, at key: TreeKey?) throws -> TreeValue? {
        guard case .base64 = context.coding.data else { return nil }
        return try string(data.base64EncodedString(), at: key)
    }

    private func encodeCustom(_ data: Data) throws {
        guard case .custom(let encode, _) = context.coding.data else { return }
        try encode(data, self)
    }

    private func decimal(_ decimal: Decimal, at key: TreeKey?) throws -> TreeValue {
        let digits = decimal.description
        if let integer = Int64(digits) { return .integer(integer) }
        return try number(Double(digits) ?? .nan, at: key)
    }

    func invalid(_ value: Any, _ reason: String, at key: TreeKey? = nil) -> EncodingError {
        let path = codingPath + (key.map { [TreeCodingKey($0)] } ?? [])
        return .invalidValue(
            value, EncodingError.Context(codingPath: path, debugDescription: reason))
    }
}

extension Date {
    /// The dates whose years have four digits.
    static let iso8601Range = distantPast..<Date(timeIntervalSince1970: 253_402_300_800)
}
