import Foundation

/// A program that has ended, and what it wrote.
package struct Subprocess: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String

    /// Runs a program to its end, or until the task is cancelled. No thread waits for it.
    ///
    /// At most as many run at once as the machine has cores: the others wait for their turn.
    ///
    /// - Parameter folder: where it runs; in an empty folder unless that is given.
    package static func run(
        _ program: URL, _ arguments: [String], input: String = "", in folder: URL? = nil
    ) async throws -> Subprocess {
        try await turns.take {
            try await runNow(program, arguments, input: input, in: folder)
        }
    }

    private static let turns = Turns(count: ProcessInfo.processInfo.activeProcessorCount)

    /// It writes to files rather than pipes: nobody has to read one while waiting for the other.
    private static func runNow(
        _ program: URL, _ arguments: [String], input: String, in folder: URL?
    ) async throws -> Subprocess {
        let files = try TemporaryFolder()
        try files.write(input, to: "input")
        try files.write("", to: "output")
        try files.write("", to: "errors")
        try files.makeFolder("temporary")

        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder ?? files["temporary"]
        // The compiler leaves a folder each time.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": files.path("temporary")]) { $1 }
        let input = try FileHandle(forReadingFrom: files["input"])
        let output = try FileHandle(forWritingTo: files["output"])
        let errors = try FileHandle(forWritingTo: files["errors"])
        // Foundation on Linux never releases a process, nor its files.
        defer { for file in [input, output, errors] { try? file.close() } }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try await process.runToEnd()
        return Subprocess(
            status: process.terminationStatus,
            output: try files.read("output"),
            errors: try files.read("errors"))
    }
}

extension Process {
    fileprivate func runToEnd() async throws {
        try Task.checkCancellation()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (end: CheckedContinuation<Void, any Error>) in
                terminationHandler = { _ in end.resume() }
                do {
                    try run()
                } catch {
                    end.resume(throwing: error)
                }
            }
        } onCancel: {
            if isRunning { terminate() }
        }
        try Task.checkCancellation()
    }
}

/// Lets so many at a time do something, in the order in which they ask.
private actor Turns {
    private var freeCount: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        freeCount = count
    }

    func take<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        if freeCount > 0 {
            freeCount -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { giveBack() }
        return try await body()
    }

    private func giveBack() {
        if waiting.isEmpty {
            freeCount += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
