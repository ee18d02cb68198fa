/// Reads the head of a response, line by line.
struct HTTPHeadReader {
    private var head: HTTPHead?
    private(set) var isComplete = false

    /// Takes a line, with or without its end. Returns the head at the line that completes it.
    ///
    /// Of several heads, those with a status of 1xx are for the transport alone.
    mutating func read(_ line: UnsafeRawBufferPointer) -> HTTPHead? {
        if isComplete { return nil }
        let line = trimmed(line[...]) { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        if line.starts(with: "HTTP/".utf8) {
            head = status(line).map { HTTPHead(status: $0) }
        } else if line.isEmpty {
            guard let head, head.status >= 200 else { return nil }
            isComplete = true
            return head
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = line[..<colon].map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
            let value = trimmed(line[(colon + 1)...]) { $0 == 0x20 || $0 == 0x09 }
            head?.headers[String(decoding: name, as: UTF8.self)] = String(
                decoding: value, as: UTF8.self)
        }
        return nil
    }

    /// The number after the first space.
    private func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private func trimmed(
        _ line: Slice<UnsafeRawBufferPointer>, _ isUnwanted: (UInt8) -> Bool
    ) -> Slice<UnsafeRawBufferPointer> {
        var line = line.drop(while: isUnwanted)
        while let last = line.last, isUnwanted(last) { line.removeLast() }
        return line
    }
}
