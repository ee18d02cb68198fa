import Foundation
import TypedDatabase
import TypedDatabaseFirebase
import TypedDatabaseOffline
import TypedDatabaseSQLite

/// A process that writes to a server through an outbox, for tests that end it.
///
/// `write` sets an entry and adds to a sum, number after number, and says each number once both
/// have returned. `send` waits until everything is sent, and says the sums whose outcome is unknown.
/// The process ends with its standard input.
@main
struct OfflineWriter {
    static func main() async {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            exit(75)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3 else {
            say("usage: write <url> <file> <number> | send <url> <file>")
            exit(64)
        }
        do {
            let engine = OfflineEngine(
                try FirebaseEngine(url: arguments[1]),
                keepingIn: try SQLiteEngine(at: arguments[2]))
            if arguments[0] == "write", arguments.count == 4, let first = Int64(arguments[3]) {
                try await write(from: first, to: engine)
            } else {
                try await send(engine)
            }
        } catch {
            say("error: \(error)")
            exit(1)
        }
    }

    private static func write(from first: Int64, to engine: OfflineEngine) async throws {
        for number in first... {
            let entry = TreeEdit(
                ["entries", "\(number)"], .set(PendingValue(.integer(number))))
            try await engine.write([entry])
            try await engine.write([TreeEdit(["sums", "\(number)"], .increment(1))])
            say("\(number)")
        }
    }

    private static func send(_ engine: OfflineEngine) async throws {
        try await engine.waitUntilSent()
        let count = try await engine.refusedWrites.count
        for await write in engine.refused.prefix(count) {
            say("\(write.error.kind) \(write.edits[0].place)")
        }
        say("sent")
    }

    private static func say(_ line: String) {
        // A line that isn't written at once would be lost when the process is killed.
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
