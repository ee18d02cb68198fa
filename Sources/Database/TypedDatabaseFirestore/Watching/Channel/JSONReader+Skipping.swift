import TypedDatabase

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
