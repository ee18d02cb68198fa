/// A parser of a response's head, line by line.
struct HTTPHeadReader {
    private var head: HTTPHead?
    private(set) var isComplete = false

    /// Parses a line, with or without its end. Returns the head at the line that completes it.
    ///
    /// Of several heads, those with a status of 1xx are for the transport alone. Of several fields
    /// with the same name, the last counts.
    mutating func read(_ line: UnsafeRawBufferPointer) -> HTTPHead? {
        if isComplete { return nil }
        let line = trimmed(line[...]) { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        if line.starts(with: "HTTP/".utf8) {
            head = status(line).map { HTTPHead(status: $0) }
        } else if line.isEmpty {
            guard let head, head.status >= 200 else { return nil }
            isComplete = true
            return head
        } else if let etag = value(of: "etag:", in: line) {
            head?.etag = etag
        } else if let location = value(of: "location:", in: line) {
            head?.location = location
        } else if let affinity = value(of: "x-http-session-id:", in: line) {
            head?.sessionAffinity = affinity
        }
        return nil
    }

    /// Returns the number after the first space.
    private func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the value of a field, if the line is one of that name.
    ///
    /// - Parameter name: the name in lowercase, with the colon.
    private func value(of name: String, in line: Slice<UnsafeRawBufferPointer>) -> String? {
        let count = name.utf8.count
        // In ASCII, this converts uppercase to lowercase, and leaves colons as they are.
        guard line.prefix(count).elementsEqual(name.utf8, by: { $0 | 0x20 == $1 }) else {
            return nil
        }
        let value = trimmed(line.dropFirst(count)) { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: value, as: UTF8.self)
    }

    private func trimmed(
        _ line: Slice<UnsafeRawBufferPointer>, _ isUnwanted: (UInt8) -> Bool
    ) -> Slice<UnsafeRawBufferPointer> {
        var line = line.drop(while: isUnwanted)
        while let last = line.last, isUnwanted(last) { line.removeLast() }
        return line
    }
}
