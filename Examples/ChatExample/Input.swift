import Foundation

/// The standard input.
enum Input {
    /// The lines, as they are typed. A thread waits for them, since reading blocks.
    static var lines: AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                var rest = Data()
                while case let bytes = FileHandle.standardInput.availableData, !bytes.isEmpty {
                    rest += bytes
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        lines.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest = Data(rest[(end + 1)...])
                    }
                }
                if !rest.isEmpty { lines.yield(String(decoding: rest, as: UTF8.self)) }
                lines.finish()
            }
        }
    }
}
