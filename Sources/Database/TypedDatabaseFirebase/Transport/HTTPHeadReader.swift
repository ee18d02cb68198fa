import Foundation

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
        let line = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
        if line.hasPrefix("HTTP/") {
            let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            head = status.map { HTTPHead(status: $0) }
        } else if line.isEmpty {
            guard let head, head.status >= 200 else { return nil }
            isComplete = true
            return head
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            switch line[..<colon].lowercased() {
            case "etag": head?.etag = value
            case "location": head?.location = value
            default: break
            }
        }
        return nil
    }
}
