/// A parser of JSON whose bytes are in memory, or arrive in chunks.
package protocol JSONParser {
    associatedtype Failure: Error

    /// The number of objects and arrays that contain the next value.
    var depth: Int { get set }

    /// The limit of nested objects and arrays.
    var maximumDepth: Int { get }

    /// Returns the next byte that isn't white space; 0, which JSON never has, at the end.
    mutating func peek() throws(Failure) -> UInt8

    /// Skips the byte that ``peek()`` has returned.
    mutating func skip()

    /// Reads the next value, which must be a key.
    mutating func key() throws(Failure) -> String

    /// Returns an error at the next byte.
    func error(_ reason: String) -> Failure
}

/// The kind of a JSON value, as far as its first byte tells.
package enum JSONKind {
    case object
    case array
    case scalar
}

extension JSONParser {
    /// 64: a tree is at most 32 keys deep.
    package var maximumDepth: Int { 64 }

    /// Returns the kind of the next value.
    package mutating func nextKind() throws(Failure) -> JSONKind {
        switch try peek() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        default: .scalar
        }
    }

    /// Reads the members of the next value, which must be an object, including nulls.
    ///
    /// - Parameter body: reads the value of the key that it is given.
    package mutating func members(
        _ body: (String, inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        try enter(UInt8(ascii: "{"), "an object")
        if try !skipIfNext(UInt8(ascii: "}")) {
            repeat {
                let key = try key()
                try skip(UInt8(ascii: ":"), "a colon")
                try body(key, &self)
            } while try skipIfNext(UInt8(ascii: ","))
            try skip(UInt8(ascii: "}"), "a comma or the object's end")
        }
        depth -= 1
    }

    /// Reads the elements of the next value, which must be an array, including nulls.
    ///
    /// - Parameter body: reads each element.
    package mutating func elements(
        _ body: (inout Self) throws(Failure) -> Void
    ) throws(Failure) {
        try enter(UInt8(ascii: "["), "an array")
        if try !skipIfNext(UInt8(ascii: "]")) {
            repeat {
                try body(&self)
            } while try skipIfNext(UInt8(ascii: ","))
            try skip(UInt8(ascii: "]"), "a comma or the array's end")
        }
        depth -= 1
    }

    private mutating func enter(_ byte: UInt8, _ expected: String) throws(Failure) {
        try skip(byte, expected)
        depth += 1
        if depth > maximumDepth { throw error("more than \(maximumDepth) levels") }
    }

    mutating func skip(_ byte: UInt8, _ expected: String) throws(Failure) {
        if try !skipIfNext(byte) { throw error("expected \(expected)") }
    }

    private mutating func skipIfNext(_ byte: UInt8) throws(Failure) -> Bool {
        guard try peek() == byte else { return false }
        skip()
        return true
    }
}
