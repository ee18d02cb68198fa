/// Reads the head of a response, line by line.
struct HTTPHeadReader {
    private var head: HTTPHead?
    private(set) var isComplete = false

    /// Takes a line, with or without its end. Returns the head at the line that completes it.
    ///
    /// Of several heads, those with a status of 1xx are for the transport alone.
    mutating func read(_ line: some Collection<UInt8>) -> HTTPHead? {
        if isComplete { return nil }
        let text = String(decoding: line, as: UTF8.self).trimmingSuffix { $0.isNewline }
        if text.hasPrefix("HTTP/") {
            let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            head = status.map { HTTPHead(status: $0) }
        } else if text.isEmpty {
            guard let head, head.status >= 200 else { return nil }
            isComplete = true
            return head
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            head?.headers[text[..<colon].lowercased()] = String(
                value.trimmingSuffix { $0 == " " || $0 == "\t" })
        }
        return nil
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let last = rest.last, isUnwanted(last) { rest = rest.dropLast() }
        return rest
    }
}
