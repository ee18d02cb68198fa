import Foundation

/// A process that has ended, and what it wrote.
struct Subprocess {
    let status: Int32
    let output: String
    let errors: String

    /// Runs an executable to its end.
    ///
    /// It writes to files rather than pipes: nobody has to read one while waiting for the other.
    static func run(
        _ executable: URL, _ arguments: [String], input: String = "", in folder: URL? = nil
    ) throws -> Subprocess {
        let files = try TemporaryFolder()
        try files.write(input, to: "input")
        try files.write("", to: "output")
        try files.write("", to: "errors")

        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: files["input"])
        process.standardOutput = try FileHandle(forWritingTo: files["output"])
        process.standardError = try FileHandle(forWritingTo: files["errors"])
        try process.run()
        process.waitUntilExit()
        return Subprocess(
            status: process.terminationStatus,
            output: try files.read("output"),
            errors: try files.read("errors"))
    }
}
