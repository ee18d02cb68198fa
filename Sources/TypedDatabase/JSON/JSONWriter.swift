/// Writes values of the tree as JSON, as a server reads it.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Removes and returns the bytes written so far, so that a long text needn't be kept.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll() }
        return bytes
    }

    /// The JSON of a value; `null` for nothing.
    package static func bytes(_ value: TreeValue?) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    package mutating func write(_ value: TreeValue?) {
        switch value {
        case nil: write(raw: "null")
        case .bool(let value)?: write(raw: value ? "true" : "false")
        case .integer(let value)?: bytes.append(contentsOf: String(value).utf8)
        case .double(let value)?: bytes.append(contentsOf: "\(value)".utf8)
        case .string(let value)?: write(value)
        case .children(let children)?: writeMembers(children)
        }
    }

    /// Writes a value to be written. The times that only the server knows are left to it.
    package mutating func write(_ pending: PendingValue) {
        write(pending.value, times: pending.serverTimes.map { $0.keys[...] })
    }

    /// Writes what makes the server add a number to the one that is there.
    package mutating func writeIncrement(by delta: TreeValue) {
        write(raw: #"{".sv":{"increment":"#)
        write(delta)
        write(raw: "}}")
    }

    /// Writes an object whose values `body` writes.
    package mutating func writeObject<Member>(
        _ members: some Sequence<Member>, key: (Member) -> String,
        _ body: (Member, inout JSONWriter) -> Void
    ) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for member in members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(key(member))
            bytes.append(UInt8(ascii: ":"))
            body(member, &self)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func writeMembers(_ children: TreeChildren) {
        writeObject(children, key: \.key.text) { child, writer in writer.write(child.value) }
    }

    private mutating func write(_ value: TreeValue?, times: [ArraySlice<TreeKey>]) {
        if times.isEmpty { return write(value) }
        if times.contains(where: \.isEmpty) { return write(raw: #"{".sv":"timestamp"}"#) }
        let children = value?.children ?? TreeChildren()
        let timesByKey = Dictionary(grouping: times) { $0[$0.startIndex] }
        let others = timesByKey.keys.filter { children[$0] == nil }
        writeObject(children.map(\.key) + others, key: \.text) { key, writer in
            let times = timesByKey[key, default: []]
            writer.write(children[key], times: times.map { $0.dropFirst() })
        }
    }

    package mutating func write(raw text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes a string. All but quotes, backslashes and control characters is written as it is.
    package mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.needsEscape) {
            for byte in text.utf8 {
                if Self.needsEscape(byte) { writeEscape(byte) } else { bytes.append(byte) }
            }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x00..<0x20:
            let hexadecimal = String(byte, radix: 16)
            write(raw: hexadecimal.utf8.count == 1 ? "u000" : "u00")
            bytes.append(contentsOf: hexadecimal.utf8)
        default: bytes.append(byte)
        }
    }
}
