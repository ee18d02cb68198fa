import Foundation
import TypedDatabase

/// A writer of values as the service writes them: with arrays according to ``ArrayForm``.
struct ServiceJSONWriter {
    private var writer = JSONWriter()
    private let isPretty: Bool
    private var indentation = 0

    private init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    /// - Parameter isPretty: whether to write several lines, for people to read.
    static func bytes(of value: TreeValue?, isPretty: Bool = false) -> [UInt8] {
        var writer = ServiceJSONWriter(isPretty: isPretty)
        writer.write(value)
        return writer.finished()
    }

    /// Returns an object with these members, never an array.
    static func bytes(ofObject members: [(String, TreeValue?)], isPretty: Bool = false) -> [UInt8] {
        var writer = ServiceJSONWriter(isPretty: isPretty)
        writer.writeObject(members)
        return writer.finished()
    }

    private mutating func finished() -> [UInt8] {
        if isPretty { writer.write(raw: "\n") }
        return writer.bytes
    }

    private mutating func write(_ value: TreeValue?) {
        guard case .children(let children)? = value else { return writer.write(value) }
        if let count = ArrayForm.count(of: children) {
            writeArray(children, count: count)
        } else {
            writeObject(children.lazy.map { ($0.key.text, $0.value) })
        }
    }

    private mutating func writeObject(_ members: some Sequence<(String, TreeValue?)>) {
        writer.write(raw: "{")
        indentation += 1
        var isFirst = true
        for (key, value) in members {
            if !isFirst { writer.write(raw: ",") }
            isFirst = false
            breakLine()
            writer.write(key)
            writer.write(raw: isPretty ? " : " : ":")
            write(value)
        }
        indentation -= 1
        if !isFirst { breakLine() }
        writer.write(raw: "}")
    }

    private mutating func writeArray(_ children: TreeChildren, count: Int) {
        writer.write(raw: isPretty ? "[ " : "[")
        var rest = children.makeIterator()
        var child = rest.next()
        for index in 0..<count {
            if index > 0 { writer.write(raw: isPretty ? ", " : ",") }
            if let (key, value) = child, key.integer.map(Int.init) == index {
                write(value)
                child = rest.next()
            } else {
                writer.write(raw: "null")
            }
        }
        writer.write(raw: isPretty ? " ]" : "]")
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        writer.write(raw: "\n")
        for _ in 0..<indentation { writer.write(raw: "  ") }
    }
}

/// The rule by which the service returns children as an array.
///
/// Children whose keys are all non-negative integers, written as Swift writes them, are an array if
/// the largest of them is less than twice their number. Elements that are missing are `null`.
enum ArrayForm {
    /// Returns the number of elements of the array for some children; `nil` if they aren't an
    /// array.
    static func count(of children: TreeChildren) -> Int? {
        guard !children.isEmpty,
            let largest = index(children[offset: children.count - 1].key),
            largest < 2 * children.count,
            children.allSatisfy({ index($0.key) != nil })
        else { return nil }
        return largest + 1
    }

    private static func index(_ key: TreeKey) -> Int? {
        guard let integer = key.integer, integer >= 0, key.text == String(integer) else {
            return nil
        }
        return Int(integer)
    }
}

/// The tag of a value: equal values have equal tags.
enum ETag {
    /// The tag of an empty place.
    static let nothing = "null_etag"

    static func of(_ value: TreeValue?) -> String {
        guard value != nil else { return nothing }
        let hash = FNV1a.hash(ServiceJSONWriter.bytes(of: value))
        return withUnsafeBytes(of: hash.bigEndian) { Data($0).base64EncodedString() }
    }
}
