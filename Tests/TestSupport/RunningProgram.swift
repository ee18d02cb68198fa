import Foundation

/// A program that runs until it ends or is ended, and the lines that it prints.
package final class RunningProgram: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let lines: AsyncStream<String>
    private let end: AsyncStream<Void>

    /// Starts it. Its standard input ends with these tests at the latest, however they end.
    package init(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws {
        let output = Pipe()
        let (end, hasEnded) = AsyncStream<Void>.makeStream()
        self.end = end
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        process.terminationHandler = { _ in hasEnded.finish() }
        try process.run()
        lines = Self.lines(of: output.fileHandleForReading)
    }

    deinit {
        kill()
    }

    /// Ends it at once, whatever it is doing.
    package func kill() {
        guard process.isRunning, process.processIdentifier > 0 else { return }
        #if canImport(Darwin)
            Darwin.kill(process.processIdentifier, SIGKILL)
        #else
            Glibc.kill(process.processIdentifier, SIGKILL)
        #endif
    }

    /// Writes a line to its standard input.
    package func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Ends its standard input.
    package func endInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// The exit status; of a program that was killed, the signal.
    ///
    /// - Precondition: the program has ended: see ``remainingLines()``.
    package var status: Int32 { process.terminationStatus }

    /// Waits for a line; `nil` if the program ends without one, or the task is cancelled.
    package func nextLine() async -> String? {
        var iterator = lines.makeAsyncIterator()
        return await iterator.next()
    }

    /// Waits for the program's end, and returns the lines that nobody has taken yet.
    package func remainingLines() async -> [String] {
        let lines = await lines.reduce(into: []) { $0.append($1) }
        for await _ in end {}
        return lines
    }

    /// A thread of its own reads them, and nobody has to take them for the program to go on.
    private static func lines(of file: FileHandle) -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                var line = Data()
                while case let part = file.availableData, !part.isEmpty {
                    for byte in part {
                        if byte == UInt8(ascii: "\n") {
                            lines.yield(String(decoding: line, as: UTF8.self))
                            line = Data()
                        } else {
                            line.append(byte)
                        }
                    }
                }
                if !line.isEmpty { lines.yield(String(decoding: line, as: UTF8.self)) }
                lines.finish()
            }
        }
    }
}
