import TypedDatabase

/// Writes values as the service does: with arrays where ``ArrayForm`` sees some.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var indentation = 0

    private init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    /// - Parameter isPretty: whether to write it for people to read, on several lines.
    static func bytes(of value: TreeValue?, isPretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: isPretty)
        writer.write(value)
        if isPretty { writer.write("\n") }
        return writer.bytes
    }

    /// An object with these members, whatever their keys are.
    static func bytes(ofObject members: [(String, TreeValue?)], isPretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: isPretty)
        writer.writeObject(members)
        if isPretty { writer.write("\n") }
        return writer.bytes
    }

    private mutating func write(_ value: TreeValue?) {
        switch value {
        case nil: write("null")
        case .bool(let value)?: write("\(value)")
        case .integer(let value)?: write("\(value)")
        case .double(let value)?: write("\(value)")
        case .string(let value)?: writeString(value)
        case .children(let children)?:
            if let count = ArrayForm.count(of: children) {
                writeArray(children, count: count)
            } else {
                writeObject(children.lazy.map { ($0.key.text, $0.value) })
            }
        }
    }

    private mutating func writeObject(_ members: some Sequence<(String, TreeValue?)>) {
        write("{")
        indentation += 1
        var isFirst = true
        for (key, value) in members {
            if !isFirst { write(",") }
            isFirst = false
            breakLine()
            writeString(key)
            write(isPretty ? " : " : ":")
            write(value)
        }
        indentation -= 1
        if !isFirst { breakLine() }
        write("}")
    }

    private mutating func writeArray(_ children: TreeChildren, count: Int) {
        write(isPretty ? "[ " : "[")
        var next = 0
        for (key, value) in children {
            let index = Int(key.integer ?? 0)
            for missing in next...index {
                if missing > 0 { write(isPretty ? ", " : ",") }
                write(missing == index ? value : nil)
            }
            next = index + 1
        }
        write(isPretty ? " ]" : "]")
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        write("\n" + String(repeating: "  ", count: indentation))
    }

    private mutating func writeString(_ text: String) {
        write("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): write("\\\"")
            case UInt8(ascii: "\\"): write("\\\\")
            case 0x0A: write("\\n")
            case 0x0D: write("\\r")
            case 0x09: write("\\t")
            case 0x08: write("\\b")
            case 0x0C: write("\\f")
            case ..<0x20, 0x7F:
                let digits = String(byte, radix: 16, uppercase: true)
                write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: bytes.append(byte)
            }
        }
        write("\"")
    }

    private mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
