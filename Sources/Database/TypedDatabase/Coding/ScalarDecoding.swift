import Foundation

extension DecodingNode {
    /// Decodes a value; one that is stored as a scalar without its `init(from:)`.
    ///
    /// - Parameter key: the key of the child to decode; `nil` for this node.
    func decode<T: Decodable>(
        _ type: T.Type, from tree: TreeValue?, at key: TreeKey? = nil
    ) throws -> T {
        if type == String.self { return same(try string(tree, at: key), as: type) }
        if type == Int.self { return same(try integer(Int.self, tree, at: key), as: type) }
        if type == Bool.self { return same(try bool(tree, at: key), as: type) }
        if type == Double.self { return same(try number(Double.self, tree, at: key), as: type) }
        if type == Date.self, let date = try date(tree, at: key) { return same(date, as: type) }
        if type == URL.self { return same(try url(tree, at: key), as: type) }
        if type == Data.self, let data = try data(tree, at: key) { return same(data, as: type) }
        if type == Decimal.self { return same(try decimal(tree, at: key), as: type) }
        guard let key else { return try decodeOther(type) }
        return try child(tree, at: key).decodeOther(type)
    }

    /// Decodes a value that isn't stored as a scalar.
    private func decodeOther<T: Decodable>(_ type: T.Type) throws -> T {
        let (outer, outerHasDecodedID) = (model, hasDecodedID)
        let decodedType = context.decodedType(type)
        nesting += 1
        (model, hasDecodedID) = (decodedType, false)
        defer {
            nesting -= 1
            (model, hasDecodedID) = (outer, outerHasDecodedID)
        }
        if nesting > TreeLimits.depth {
            throw corrupted("\(T.self) decodes itself from itself, without end")
        }
        if type == Date.self, case .custom(_, let decode) = context.coding.dates {
            return same(try decode(self), as: type)
        }
        if type == Data.self, case .custom(_, let decode) = context.coding.data {
            return same(try decode(self), as: type)
        }
        if let dictionary = decodedType.dictionary { return try decode(dictionary, as: type) }
        let value = try T(from: self)
        try checkID(of: value)
        return value
    }

    private func decode<Dictionary: DecodableByKey, T>(
        _ dictionary: Dictionary.Type, as type: T.Type
    ) throws -> T {
        same(try dictionary.decodeChildren(of: self), as: type)
    }

    func bool(_ tree: TreeValue?, at key: TreeKey? = nil) throws -> Bool {
        guard case .bool(let bool)? = tree else {
            throw mismatch(Bool.self, "a bool", tree, at: key)
        }
        return bool
    }

    func string(_ tree: TreeValue?, at key: TreeKey? = nil) throws -> String {
        guard case .string(let text)? = tree else {
            throw mismatch(String.self, "a string", tree, at: key)
        }
        return text
    }

    func number<F: BinaryFloatingPoint>(
        _ type: F.Type, _ tree: TreeValue?, at key: TreeKey? = nil
    ) throws -> F {
        let number: F
        switch tree {
        case .double(let double)?: number = F(double)
        case .integer(let integer)?: number = F(integer)
        default: throw mismatch(type, "a number", tree, at: key)
        }
        guard number.isFinite else { throw unfit(type, tree, at: key) }
        return number
    }

    func integer<I: FixedWidthInteger>(
        _ type: I.Type, _ tree: TreeValue?, at key: TreeKey? = nil
    ) throws -> I {
        let number: I?
        switch tree {
        case .integer(let integer)?: number = I(exactly: integer)
        case .double(let double)?: number = I(exactly: double)
        default: throw mismatch(type, "an integer", tree, at: key)
        }
        guard let number else { throw unfit(type, tree, at: key) }
        return number
    }

    func date(milliseconds tree: TreeValue?, at key: TreeKey? = nil) throws -> Date {
        Date(timeIntervalSince1970: try number(Double.self, tree, at: key) / 1000)
    }

    /// Returns `nil` if the coding of dates is custom.
    private func date(_ tree: TreeValue?, at key: TreeKey?) throws -> Date? {
        switch context.coding.dates {
        case .millisecondsSince1970: return try date(milliseconds: tree, at: key)
        case .secondsSince1970:
            return Date(timeIntervalSince1970: try number(Double.self, tree, at: key))
        case .iso8601:
            let text = try string(tree, at: key)
            let whole = Date.ISO8601FormatStyle.iso8601
            let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            guard let date = (try? fractional.parse(text)) ?? (try? whole.parse(text)) else {
                throw corrupted(
                    "\(text.debugDescription) is no date; "
                        + "one of ISO 8601 is \"2018-05-17T09:30:00Z\"", at: key)
            }
            return date
        case .custom: return nil
        }
    }

    private func url(_ tree: TreeValue?, at key: TreeKey?) throws -> URL {
        let text = try string(tree, at: key)
        guard let url = URL(string: text) else {
            throw corrupted("\(text.debugDescription) is no URL", at: key)
        }
        return url
    }

    /// Returns `nil` if the coding of data is custom.
    private func data(_ tree: TreeValue?, at key: TreeKey?) throws -> Data? {
        guard case .base64 = context.coding.data else { return nil }
        guard let data = Data(base64Encoded: try string(tree, at: key)) else {
            throw corrupted("the string isn't base64", at: key)
        }
        return data
    }

    private func decimal(_ tree: TreeValue?, at key: TreeKey?) throws -> Decimal {
        switch tree {
        case .integer(let integer)?: return Decimal(integer)
        case .double(let double)?:
            guard let decimal = Decimal(string: "\(double)") else {
                throw unfit(Decimal.self, tree, at: key)
            }
            return decimal
        default: throw mismatch(Decimal.self, "a number", tree, at: key)
        }
    }
}
